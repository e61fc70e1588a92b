/** Texts: the Chinese sentence is the key. `{name}` in it is filled from the values, which the compiler asks for. */
import { currentLanguage } from './language.ts'

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Values<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Readonly<Record<Names<Text>, string | number>>]

const english = new Map<string, string>()

/** Adds English texts, keyed by the Chinese ones. */
export function addEnglish(texts: Readonly<Record<string, string>>): void {
  for (const [chinese, text] of Object.entries(texts)) english.set(chinese, text)
}

/** `{count}`, or `{count:row|rows}`: the one form for 1, the other for everything else. English alone has two. */
const place = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g

/** The text in the language of the interface; a missing English text shows the Chinese one. */
export function t<const Text extends string>(text: Text, ...[values]: Values<Text>): string {
  const template: string = currentLanguage() === 'en-US' ? (english.get(text) ?? text) : text
  if (values === undefined) return template
  const filled: Readonly<Record<string, string | number>> = values
  return template.replace(place, (whole, name: string, one?: string, many?: string) => {
    const value = filled[name]
    if (value === undefined) return whole
    return one === undefined ? String(value) : ((String(value) === '1' ? one : many) ?? '')
  })
}

/** Picks from a `[Chinese, English]` pair as declarations write titles. */
export const titleOf = (title: readonly [string, string]): string => title[currentLanguage() === 'en-US' ? 1 : 0]
