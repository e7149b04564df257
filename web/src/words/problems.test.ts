// Problems of texts are told in both languages, and no English is left in the German ones.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { gamePages } from '../games'
import type { Phrase } from '../games/game_page'
import type { Problem } from '../types'
import { de } from './de'
import { en } from './en'
import { generalPhrases } from './problems_de'
import { sayProblem } from './sayings'

const sources = fileURLToPath(new URL('../../../src/', import.meta.url))

function sourceFiles(folder: string): string[] {
  return (readdirSync(sources + folder, { recursive: true }) as string[])
    .filter((name) => /\.(h|cpp)$/.test(name))
    .map((name) => readFileSync(`${sources}${folder}/${name}`, 'utf8'))
}

function phrasesOf(game: string): readonly Phrase[] {
  return gamePages.get(game)?.words.de.phrases ?? []
}

/** The rules of all games that bring German phrases; those that bring none get by with general sentences. */
const rules: ReadonlyMap<string, string> = new Map(
  readdirSync(`${sources}games`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && phrasesOf(entry.name).length > 0)
    .map(({ name }) => [name, readFileSync(`${sources}games/${name}/rules.cpp`, 'utf8')]),
)
const rowRules = readFileSync(`${sources}core/row_rules.h`, 'utf8')

/** The texts between quotes. */
function literals(code: string): string[] {
  return [...code.matchAll(/R"\((.*?)\)"|"((?:[^"\\]|\\.)*)"/gs)].map(([, raw, text]) => raw ?? text.replace(/\\(.)/g, '$1'))
}

/** The texts in all calls of these functions. */
function given(files: string[], calls: RegExp): string[] {
  return files.flatMap((file) => [...file.matchAll(calls)].flatMap(([call]) => literals(call)))
}

/** Durations and plain numbers are read from command lines only; the others are parts of calls, not of what is said. */
const elsewhere = ['one of the units ms, s, m', 'the end after the unit', 'at most one day', 'a whole number', ', ', '', '{} {}', '{} from A to {}', '{} from {} to {}', 'holes']

const expectationCalls = /\b(?:fail|parse_error)\([^;]*?;/g

/** What rules object to moves. */
function objectionsIn(code: string): string[] {
  const [body] = /std::string objection\([^;{]*\{[\s\S]*?\n {2}\}\n\n|std::string Rules(?:<\w+>)?::objection\([\s\S]*?\n\}\n/.exec(code)!
  return literals(body)
}

/** The codes of refusals and their sentences, as the server has them. */
function refusals(): Map<string, string> {
  const table = readFileSync(`${sources}server/base/refusal.h`, 'utf8')
  return new Map([...table.matchAll(/RefusalText\{RefusalCode::\w+,\s*"([a-z_]+)",\s*\d+,\s*"([^"]*)"\}/g)].map(([, code, sentence]) => [code, sentence]))
}

/** A text of the sources as people would meet it. */
function filled(text: string): string {
  return text.replaceAll('{}', '3').replace(/ $/, ' x')
}

function say(code: string, parameters: Record<string, string>): [english: string, german: string] {
  const problem: Problem = { code, reason: 'the reason', parameters }
  return [sayProblem(en, problem, { line: 3, column: 5 }), sayProblem(de, problem, { line: 3, column: 5 })]
}

test('problems are told with their place in the words of the language', () => {
  expect(say('expected', { expected: 'a column from A to C', found: 'D4' })).toEqual([
    'Line 3, column 5: expected a column from A to C, found “D4”.',
    'Zeile 3, Spalte 5: Erwartet: eine Spalte von A bis C; da steht „D4“.',
  ])
  expect(say('expected', { expected: "'.' or one of 'XO'", after: '...' })[1]).toBe('Zeile 3, Spalte 5: Erwartet: . oder eines von XO nach „...“.')
  expect(say('not_possible', { move: 'A1', objection: 'A1 brackets no black stone' })[1]).toBe(
    'Zeile 3, Spalte 5: A1 ist nicht möglich: A1 schließt keinen schwarzen Stein ein.',
  )
  expect(say('contradicts_rules', { result: '*', right: '1-0' })[1]).toBe('Zeile 3, Spalte 5: Das Ergebnis * widerspricht den Regeln, nach denen es 1-0 ist.')
})

test('without a place nothing is said about one', () => {
  const problem = { code: 'expected', reason: 'expected columns 3..10 at character 12', parameters: { expected: 'columns 3..10', found: '11', character: '12' } }
  expect(sayProblem(de, problem, null)).toBe('Erwartet: Spalten von 3 bis 10; da steht „11“.')
})

test('an unknown expectation or objection or code leaves no English in German', () => {
  expect(say('expected', { expected: 'something new', found: 'x' })[1]).toBe('Zeile 3, Spalte 5: „x“ passt hier nicht.')
  expect(say('not_possible', { move: 'A1', objection: 'something new' })[1]).toBe('Zeile 3, Spalte 5: A1 ist nicht möglich.')
  expect(say('something_new', {})).toEqual(['The reason.', 'Das geht so nicht.'])
})

test('both languages know every code of the server, and no others', () => {
  const files = [...sourceFiles('core'), ...sourceFiles('records'), readFileSync(`${sources}server/json/request_reader.cpp`, 'utf8')]
  const made = /(?:Problem problem\{|Problem\{|Error\{\{|\berror\(\{|\bfail\(\w+,\s*\{|return \{|fail_contradicted\(\w+, result, )\s*"([a-z_]+)"/g
  const codes = new Set([...files.flatMap((file) => [...file.matchAll(made)].map(([, code]) => code)), ...refusals().keys(), 'lost'])
  expect(Object.keys(en.problem.codes).sort()).toEqual([...codes].sort())
  expect(Object.keys(de.problem.codes).sort()).toEqual([...codes].sort())
})

test('both languages have words for every refusal, and use only the parameters that the server gives', () => {
  expect(refusals().size).toBeGreaterThan(45)
  for (const [code, sentence] of refusals()) {
    const given: string[] = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const asked = new Set<string>()
    const parts = new Proxy({} as Record<string, string>, {
      get: (_, name) => {
        asked.add(String(name))
        return 'x'
      },
    })
    for (const words of [en, de]) expect(words.problem.codes[code](parts), code).toMatch(/^\S.+\.$/s)
    // What a text should have been comes with where it is, besides.
    if (code !== 'expected') expect(given, code).toEqual(expect.arrayContaining([...asked]))
  }
  // Where the server's own English is a parameter, German does without.
  for (const code of ['unfit_player', 'unfit_table', 'storage', 'inconsistent', 'engine_failed', 'bad_message', 'port']) {
    expect(de.problem.codes[code]({ problem: 'something English' })).not.toContain('English')
  }
})

test('German has a phrase for all that games and records expect', () => {
  const expected = [
    ...given([...sourceFiles('core'), ...rules.values()], expectationCalls),
    ...given(sourceFiles('records'), /\b(?:fail_expecting|expected_problem)\([^;]*?;/g),
  ]
  expect(expected.length).toBeGreaterThan(40)
  const composed = ['a column from A to D', 'a row from 1 to 4', 'a number of plies from 0 to 100', 'columns 3..10', 'size 18|20', 'width 2..26 in steps of 2', 'standard|torus', "';'", "'->'", 'RB']
  const unsaid = [...expected, ...composed].filter((text) => !elsewhere.includes(text) && !/^(after '|expected )/.test(text)).filter((text) => {
    const [, german] = say('expected', { expected: filled(text) })
    return !german.includes('Erwartet:')
  })
  expect(unsaid).toEqual([])
})

test('German has a phrase for all that rules object', () => {
  const said = [rowRules, ...rules.values()].flatMap(objectionsIn)
  expect(said.length).toBeGreaterThan(15)
  expect(said.filter((text) => !say('not_possible', { move: 'A1', objection: filled(text) })[1].includes('möglich:'))).toEqual([])
})

test('what a game says has its phrase in the folder of the game or among the general ones', () => {
  expect(rules.size).toBeGreaterThanOrEqual(3)
  for (const [game, code] of [['rows', rowRules], ...rules]) {
    const said = [...objectionsIn(code), ...given([code], expectationCalls)]
    const known = new Set([...elsewhere, ...[...phrasesOf(game), ...generalPhrases].map(([english]) => english)])
    expect(said.filter((text) => !known.has(text)), game).toEqual([])
  }
})

test('no phrase is taken for another, not even of another game', () => {
  const phrases = [...[...rules.keys()].flatMap(phrasesOf), ...generalPhrases]
  const keys = phrases.map(([english]) => english)
  expect(keys.filter((english, index) => keys.indexOf(english) !== index)).toEqual([])
  for (const [english, german] of phrases) {
    const meant = german('3', '3', '3', '3')
    expect(say('not_possible', { move: 'A1', objection: filled(english) })[1], english).toContain(`möglich: ${meant}.`)
  }
})
