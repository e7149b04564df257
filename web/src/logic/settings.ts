// What a person has chosen about the page, and how it is remembered.
import { keep, readKept, type Keeper } from './storage'

export type Language = 'en' | 'de'
export type Theme = 'system' | 'light' | 'dark'

export interface Settings {
  language: Language | null
  theme: Theme
  /** How overflows, flips and moves are shown. */
  mode: 'stepwise' | 'instant'
  /** 0.25 is slow, 1 as drawn, 4 fast. */
  speed: number
  showsEvaluation: boolean
  confirmsMoves: boolean
  name: string
}

const key = 'spielwerk.settings'

export const usualSettings: Settings = {
  language: null,
  theme: 'system',
  mode: 'stepwise',
  speed: 1,
  showsEvaluation: false,
  confirmsMoves: false,
  name: '',
}

export function readSettings(keeper: Keeper): Settings {
  const kept = readKept<Partial<Settings>>(keeper, key, {})
  const settings = { ...usualSettings }
  if (kept.language === 'en' || kept.language === 'de') settings.language = kept.language
  if (kept.theme === 'light' || kept.theme === 'dark') settings.theme = kept.theme
  if (kept.mode === 'instant') settings.mode = kept.mode
  if (typeof kept.speed === 'number' && kept.speed >= 0.25 && kept.speed <= 4) settings.speed = kept.speed
  if (typeof kept.showsEvaluation === 'boolean') settings.showsEvaluation = kept.showsEvaluation
  if (typeof kept.confirmsMoves === 'boolean') settings.confirmsMoves = kept.confirmsMoves
  if (typeof kept.name === 'string') settings.name = kept.name.slice(0, 40)
  return settings
}

export function keepSettings(keeper: Keeper, settings: Settings): void {
  keep(keeper, key, settings)
}

/** The chosen language, else the first of the browser's that the page speaks. */
export function languageFor(settings: Settings, browserLanguages: readonly string[]): Language {
  if (settings.language) return settings.language
  for (const language of browserLanguages) {
    const short = language.slice(0, 2).toLowerCase()
    if (short === 'de' || short === 'en') return short
  }
  return 'en'
}

export function themeFor(settings: Settings, systemIsDark: boolean): 'light' | 'dark' {
  if (settings.theme === 'system') return systemIsDark ? 'dark' : 'light'
  return settings.theme
}

/** Milliseconds in which one wave of a move is shown. */
export function waveTime(settings: Settings): number {
  return Math.round(220 / settings.speed)
}
