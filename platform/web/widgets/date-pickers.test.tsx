/** What is typed into a date stays what was typed, wherever the mouse rests. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import dayjs from 'dayjs'
import { expect, test, vi } from 'vitest'
import { DatePicker, RangePicker } from './date-pickers.tsx'

const shown = (placeholder: string): string => screen.getByPlaceholderText<HTMLInputElement>(placeholder).value
/** The popup opens below the field, where the mouse often rests already: the day under it is entered without a movement. */
const rest = async (day: string): Promise<void> => {
  await waitFor(() => expect(document.querySelector(`td[title="${day}"]`)).not.toBeNull())
  fireEvent.mouseEnter(document.querySelector(`td[title="${day}"]`) as Element)
}

test('both days of a range are typed while the mouse rests on a third', async () => {
  const onChange = vi.fn<(texts: [string, string] | null) => void>()
  render(<RangePicker placeholder={['from', 'to']} onChange={(_, texts) => onChange(texts)} />)
  await userEvent.type(screen.getByPlaceholderText('from'), '2026-01-02')
  await rest('2026-01-11')
  expect(shown('from')).toBe('2026-01-02')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByPlaceholderText('to')).toBe(document.activeElement))
  await rest('2026-01-18')
  expect(shown('to')).toBe('')
  await userEvent.keyboard('2026-01-03')
  await rest('2026-01-19')
  expect(shown('to')).toBe('2026-01-03')
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([[['2026-01-02', '2026-01-03']]])
})

test('a day is typed while the mouse rests on another', async () => {
  const onChange = vi.fn<(text: string | null) => void>()
  render(<DatePicker placeholder="day" defaultValue={dayjs('2026-01-20')} onChange={(_, text) => onChange(text)} />)
  await userEvent.click(screen.getByPlaceholderText('day'))
  await rest('2026-01-11')
  expect(shown('day')).toBe('2026-01-20')
  await userEvent.clear(screen.getByPlaceholderText('day'))
  await userEvent.keyboard('2026-01-02')
  await rest('2026-01-12')
  expect(shown('day')).toBe('2026-01-02')
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['2026-01-02']])
})
