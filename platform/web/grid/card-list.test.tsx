/** What heads a card: its title, or what else the row has where the title is missing. */
import { render, screen } from '@testing-library/react'
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
