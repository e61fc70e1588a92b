/** What heads a card: its title, or what else the row has where the title is missing. */
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MISSING } from '#platform/format/numbers.ts'
import { CardList } from './card-list.tsx'
import type { CardPlace, GridColumn } from './grid-columns.ts'

interface Line {
  readonly id: string
  readonly order: string | null
  readonly shop: string | null
  readonly day: string
}
const column = (key: 'order' | 'shop' | 'day', card: CardPlace): GridColumn<Line> => ({
  key,
  name: key,
  card,
  width: 100,
  render: row => row[key] ?? MISSING,
  shown: row => row[key] ?? MISSING,
})
const columns = [column('order', 'title'), column('shop', 'subtitle'), column('day', 'subtitle')]
const linesOf = (row: Line): (string | null)[] => {
  render(<CardList label="行" rows={[row]} columns={columns} notice={null} />)
  const [card] = screen.getAllByRole('listitem')
  return ['strong', '.zg-row-card-second'].map(one => card?.querySelector(one)?.textContent ?? null)
}

test('a row with its title', () => expect(linesOf({ id: '1', order: 'A-1', shop: '美国站', day: '1 日' })).toEqual(['A-1', '美国站1 日']))
test('without it the first of the second line that is there', () =>
  expect(linesOf({ id: '2', order: null, shop: '美国站', day: '1 日' })).toEqual(['美国站', '1 日']))
test('and the next where that is missing too', () => {
  const [head, second] = linesOf({ id: '3', order: null, shop: null, day: '1 日' })
  expect(head).toBe('1 日')
  expect(second).toBe(MISSING)
})

const actions: GridColumn<Line> = {
  key: 'zg-actions',
  name: '操作',
  width: 48,
  render: () => '⋯',
  beside: row => <button type="button">{`审核 ${row.id}`}</button>,
}
const touch = (on: HTMLElement, from: readonly [number, number], to: readonly [number, number]): void => {
  const at = ([clientX, clientY]: readonly [number, number]) => ({ changedTouches: [{ clientX, clientY }] })
  fireEvent.touchStart(on, at(from))
  fireEvent.touchEnd(on, at(to))
}
test('a card drawn to the left shows its first actions, one at a time; scrolling and a way back show none', () => {
  const rows = ['1', '2'].map(id => ({ id, order: `A-${id}`, shop: null, day: '' }))
  render(<CardList label="行" rows={rows} columns={[...columns, actions]} notice={null} />)
  const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
  const shown = (): (string | null)[] => screen.queryAllByRole('button').map(one => one.textContent)
  touch(first, [300, 100], [290, 160])
  expect(shown()).toEqual([])
  touch(first, [300, 100], [200, 110])
  expect(shown()).toEqual(['审核 1'])
  touch(second, [300, 100], [200, 100])
  expect(shown()).toEqual(['审核 2'])
  touch(second, [200, 100], [300, 100])
  expect(shown()).toEqual([])
})
