// The dialogs that games add to the menu (`<game>/Dialog.svelte`), such as one for a server of their own.
import type { Component } from 'svelte'
import type { Words } from '../words/en'

/** `title` is what stands in the menu. */
export interface GameDialog { name: string; title: (words: Words) => string; component: Component }

const files = import.meta.glob<{ default: Component; title: GameDialog['title'] }>('./*/Dialog.svelte', { eager: true })

export const gameDialogs: GameDialog[] = Object.entries(files).map(([path, { default: component, title }]) => ({
  name: path.split('/')[1],
  title,
  component,
}))
