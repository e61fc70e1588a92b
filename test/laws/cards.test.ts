/** Every list has a card for phones: a title always, and amount and state wherever its columns have one. */
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { labelIn } from '#platform/declare/resource.ts'
import { cardOf } from '#platform/server/lists/card.ts'
import { fieldDefinition, wireFields } from '#platform/server/lists/columns.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const { resources } = registryOf(withHouseAreas(areas))
const lists = [...resources.values()].filter(r => r.type !== undefined)

describe.each(lists.map(r => [r.type, r] as const))('%s', (_type, r) => {
  const result = wireFields(r).map(([name, f]) => fieldDefinition(r, name, f, 'zh', resources))
  const card = cardOf(r, result, 'zh')
  const known = result.map(one => one.field)

  test('has a card whose fields are its own, each once', () => {
    expect(card).not.toBeNull()
    const names = [card?.title, ...(card?.subtitle ?? []), card?.amount, card?.state].filter(one => one != null)
    expect(names.filter(one => !known.includes(one))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('shows an amount where a column is money, and a state where a choice has tones', () => {
    const shown = result.filter(one => one.isShow && one.field !== card?.title)
    const isBare = {
      amount: card?.amount === null && shown.some(one => one.kind === 'money'),
      state: card?.state === null && shown.some(one => one.keyValueList.some(choice => choice.tone !== undefined)),
    }
    expect(isBare).toEqual({ amount: false, state: false })
  })

  test('names no number as its amount that says nothing without its head', () => {
    const amount = result.find(one => one.field === card?.amount)
    const isChosen = amount !== undefined && r.shownAs?.card?.amount === amount.field
    expect(amount === undefined || isChosen || amount.kind === 'money' || amount.isTotal).toBe(true)
  })

  test('is headed by a number of its own rather than by its shop or month', () => {
    const title = result.find(one => one.field === card?.title)
    const isNamed = [r.shownAs?.card?.title, labelIn(r, 'zh')].includes(title?.field)
    const numbers = result.filter(one => one.isShow && one.kind === 'text' && one.filterKind === 'equals')
    expect(isNamed || numbers.length === 0 || numbers.includes(title as never)).toBe(true)
  })
})
