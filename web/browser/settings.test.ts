// Language and colours: as the browser wants them at first, then as chosen, also after coming back.
import { describe, expect, test } from 'vitest'
import { spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const languageOf = (visitor: Visitor): Promise<string | null> => visitor.page.locator('html').getAttribute('lang')
const themeOf = (visitor: Visitor): Promise<string | null> => visitor.page.locator('html').getAttribute('data-theme')

/** How light the page's ground is, from 0 for black to 255. */
const brightness = (visitor: Visitor): Promise<number> =>
  visitor.page.evaluate(() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number)
    return (red + green + blue) / 3
  })

describe('the language', () => {
  test.each([
    ['de-AT', 'de', 'Gegen den Computer'],
    ['en-US', 'en', 'Play the computer'],
    ['fr-FR', 'en', 'Play the computer'],
  ])('of a browser in %s is %s', async (locale, language, words) => {
    const visitor = await evening.visitor({ locale })
    await visitor.start()
    expect(await languageOf(visitor)).toBe(language)
    expect(await visitor.text('play-kaskade')).toBe(words)
  })

  test('is switched in the header and in the settings, and remembered', async () => {
    const anna = await evening.visitor()
    await anna.start()
    await anna.press('language')
    await anna.seesText('play-kaskade', 'Gegen den Computer')
    await anna.page.reload()
    await anna.sees('play-kaskade')
    expect(await languageOf(anna)).toBe('de')

    await anna.press('open-settings')
    expect(await anna.at('settings-de').getAttribute('aria-pressed')).toBe('true')
    await anna.press('settings-en')
    await anna.press('close')
    await anna.seesText('play-kaskade', 'Play the computer')
    await anna.page.reload()
    await anna.sees('play-kaskade')
    expect(await languageOf(anna)).toBe('en')
  })

  test('changes in the middle of a game without disturbing it', async () => {
    const anna = await evening.seated({ game: 'othello:6x6', seats: [{ kind: 'human' }, { kind: 'human' }] })
    await anna.playSomeMove()
    await anna.press('language')
    await anna.seesText('take-back', 'Zurück')
    await anna.waitForMoves(1)
    await anna.playSomeMove()
    await anna.waitForMoves(2)
  })
})

test('the settings tell which Spielwerk this is', async () => {
  const anna = await evening.visitor()
  await anna.start()
  const { version, commit } = await anna.page.evaluate(async () => (await fetch('/api/server')).json())
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  await anna.press('open-settings')
  await anna.seesText('build', `Spielwerk ${version}${commit && `, commit ${commit}`}`)
  await anna.press('settings-de')
  await anna.seesText('build', `Spielwerk ${version}${commit && `, Stand ${commit}`}`)
})

describe('the colours', () => {
  test('are the system’s until others are chosen, and those are remembered', async () => {
    const anna = await evening.visitor({ colorScheme: 'dark' })
    await anna.start()
    expect(await themeOf(anna)).toBe('dark')
    expect(await brightness(anna)).toBeLessThan(90)
    await anna.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => themeOf(anna)).toBe('light')
    expect(await brightness(anna)).toBeGreaterThan(180)

    await anna.press('open-settings')
    await anna.press('settings-dark')
    await anna.press('close')
    expect(await themeOf(anna)).toBe('dark')
    await anna.page.reload()
    await anna.sees('play-kaskade')
    expect(await themeOf(anna)).toBe('dark')
    expect(await brightness(anna)).toBeLessThan(90)
  })

  test('go round by the button in the header', async () => {
    const anna = await evening.visitor({ colorScheme: 'light' })
    await anna.start()
    const seen: (string | null)[] = []
    for (let press = 0; press < 3; ++press) {
      await anna.press('theme')
      seen.push(await anna.at('theme').getAttribute('aria-label'))
    }
    expect(seen).toEqual(['Colours: light', 'Colours: dark', 'Colours: as the system'])
    await anna.press('theme')
    await anna.press('theme')
    await anna.page.reload()
    await anna.sees('play-kaskade')
    expect(await themeOf(anna)).toBe('dark')
  })
})

test('motion, speed and name are remembered too', async () => {
  const anna = await evening.visitor()
  await anna.start()
  await anna.press('open-settings')
  await anna.at('settings-name').fill('Anna')
  await anna.at('speed').fill('1')
  await anna.press('mode-instant')
  await anna.page.reload()
  await anna.press('play-tictactoe')
  await anna.waitForTable()
  await anna.seesText('seat-0', 'Anna')
  expect(await anna.at('mode-instant').getAttribute('aria-pressed')).toBe('true')
  await anna.press('mode-stepwise')
  expect(await anna.at('speed').inputValue()).toBe('1')
})
