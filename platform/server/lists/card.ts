/**
 * What a record shows where a row is a card (a phone): title, second line, amount and state. The card words of the resource
 * (`shownAs.card`), and what follows from its fields where they say nothing: money or a number that is added up is an amount, any other
 * number (an order, a count) says nothing without its head. Pure.
 */
import { labelIn, type Resource } from '#platform/declare/resource.ts'
import type { CardDefinition, FieldDefinition } from '#platform/declare/wire.ts'

/** Fields of the second line: more are not read at a glance. */
const subtitleMax = 2
const long: ReadonlySet<FieldDefinition['kind']> = new Set(['longText', 'files', 'items', 'links'])

/** `r`: as the caller sees it; `result`: its fields. Null: nothing of it may be seen. */
export function cardOf(r: Resource, result: readonly FieldDefinition[], language: 'zh' | 'en'): CardDefinition | null {
  const { card = {} } = r.shownAs ?? {}
  const shown = result.filter(one => one.isShow)
  const named = (name: string | undefined): FieldDefinition | undefined => result.find(one => one.field === name)
  const toned = (one: FieldDefinition): boolean => one.keyValueList.some(choice => choice.tone !== undefined)
  const title =
    named(card.title) ?? shown.find(one => one.field === labelIn(r, language)) ?? shown.find(isIdentifier) ?? shown[0] ?? result[0]
  if (title === undefined) return null
  const others = shown.filter(one => one !== title)
  const state =
    named(card.state) ??
    named(r.states?.field) ??
    (card.tags ?? []).map(named).find(one => one !== undefined && toned(one)) ??
    others.find(toned) ??
    others.find(one => one.kind === 'choice')
  const amount = named(card.amount) ?? others.find(one => one.kind === 'money') ?? others.find(one => isNumber(one) && one.isTotal)
  const taken = [title, state, amount, named(amount?.currencyField ?? undefined)]
  const own = [card.subtitle, card.person, card.due].flatMap(name => named(name) ?? [])
  const plain = others.filter(
    one =>
      !taken.includes(one) &&
      !long.has(one.kind) &&
      one.kind !== 'money' &&
      !isNumber(one) &&
      one.kind !== 'flag' &&
      one.isSensitive !== true,
  )
  const subtitle = [...new Set([...own, ...plain])].filter(one => !taken.includes(one)).slice(0, subtitleMax)
  return {
    title: title.field,
    subtitle: subtitle.map(one => one.field),
    amount: amount?.field ?? null,
    state: state?.field ?? null,
  }
}

/** A text that is found as a whole: a number of the row's own, where a shop or a month would head many cards alike. */
const isIdentifier = ({ kind, filterKind }: FieldDefinition): boolean => kind === 'text' && filterKind === 'equals'
const isNumber = ({ kind }: FieldDefinition): boolean => kind === 'decimal' || kind === 'integer' || kind === 'percent'
