/** Mentions while a text is written: people see `@name`, the server gets who is meant. Pure. */
import { mentionOf, textParts } from '../../format/mentions.ts'

/** Names as they stand in the text, by account. */
export type Picked = ReadonlyMap<string, string>

/** A stored text as it is edited, and whom it mentions. Two people of one name are told apart by a number. */
export function toEdit(stored: string): { readonly text: string; readonly picked: Picked } {
  let picked: Picked = new Map()
  const text = textParts(stored)
    .map(part => {
      if (!('accountId' in part)) return part.text
      picked = withPicked(picked, part.accountId, part.name)
      return `@${picked.get(part.accountId)}`
    })
    .join('')
  return { text, picked }
}

export function withPicked(picked: Picked, accountId: string, name: string): Picked {
  if (picked.has(accountId)) return picked
  return new Map([...picked, [accountId, nameFor(picked, accountId, name)]])
}

/** How somebody would stand in the text: by his name or, where another one of that name is meant already, with a number. */
export function nameFor(picked: Picked, accountId: string, name: string): string {
  const known = picked.get(accountId)
  if (known !== undefined) return known
  const taken = new Set(picked.values())
  let free = name
  for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`
  return free
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The text as it is sent. A longer name goes before one that it begins with. */
export function toSend(text: string, picked: Picked): string {
  const accounts = new Map([...picked].map(([accountId, name]) => [name, accountId]))
  if (accounts.size === 0) return text
  const names = [...accounts.keys()].toSorted((a, b) => b.length - a.length).map(escaped)
  return text.replaceAll(new RegExp(`@(${names.join('|')})`, 'g'), (_, name: string) => mentionOf(name, accounts.get(name) ?? ''))
}
