/** The chronicle as employees read it: a time line by year, an event opened by its own call, what stands there while there is none. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Row } from '#platform/declare/wire.ts'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { byYear } from './by-year.ts'
import ChroniclePage from './chronicle-list.page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const event = (id: string, eventDate: string, title: string, content: string): Row => ({
  id,
  eventDate,
  title,
  content,
  typeIdLabel: '公司发展',
})
const moved = event('2', '2025-06-01', '搬入新仓库', `<p>${'仓'.repeat(81)}</p>`)
const rows = [
  event('4', '2026-09-01', '十周年庆典', '<p>全体员工在千岛湖举行活动。</p>'),
  event('3', '2026-03-18', '研发中心成立', '<p>首批 <b>12</b> 位工程师入职。</p>'),
  moved,
  event('1', '2016-03-18', '公司成立', '<p>三位创始人租下办公室。</p>'),
]
const path = '/chronicleSetting/homePageChronicle'

function open(handlers: Readonly<Record<string, MockHandler>> = {}) {
  const staged = renderPage(<ChroniclePage />, {
    handlers: { [`GET ${path}`]: () => ok(byYear(rows)), [`GET ${path}/2`]: () => ok(moved), ...handlers },
  })
  return { ...staged, user: userEvent.setup() }
}
const titlesOf = (year: string): (string | null)[] =>
  within(screen.getByRole('region', { name: year }))
    .getAllByRole('button')
    .map(one => one.textContent)

test('years from the newest to the oldest, each with its events in order of their days; a year of the head is scrolled to', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user } = open()
  const years = await screen.findAllByRole('region')
  expect(years.map(one => one.getAttribute('aria-label'))).toEqual(['2026', '2025', '2016'])
  expect(titlesOf('2026')).toEqual(['十周年庆典', '研发中心成立'])
  expect(titlesOf('2016')).toEqual(['公司成立'])
  const ofYear = within(screen.getByRole('region', { name: '2026' }))
  expect(ofYear.getByText('2026-09-01').getAttribute('datetime')).toBe('2026-09-01')
  // text of the event, without its marks
  expect(ofYear.getByText('首批 12 位工程师入职。')).toBeTruthy()
  const jumps = within(screen.getByRole('navigation', { name: '年份' }))
  expect(jumps.getAllByRole('button').map(one => one.textContent)).toEqual(['2026', '2025', '2016'])
  await user.click(jumps.getByRole('button', { name: '2016' }))
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByRole('region', { name: '2016' }))
})

test('a long text is cut on the time line and whole in the drawer, which its own call fills', async () => {
  const { user, server } = open()
  expect(await screen.findByText(`${'仓'.repeat(80)}…`)).toBeTruthy()
  expect(server.calls.some(call => call.path === `${path}/2`)).toBe(false)
  await user.click(screen.getByRole('button', { name: '搬入新仓库' }))
  const drawer = await screen.findByRole('dialog', { name: '搬入新仓库' })
  expect(await within(drawer).findByText('仓'.repeat(81))).toBeTruthy()
  expect(server.calls.filter(call => call.path === `${path}/2`)).toHaveLength(1)
})

test('an event withdrawn since tells so in its drawer; the time line stays', async () => {
  const { user } = open({ [`GET ${path}/2`]: () => refused(1004, '该大事记不存在或已被删除') })
  await user.click(await screen.findByRole('button', { name: '搬入新仓库' }))
  const drawer = await screen.findByRole('dialog', { name: '搬入新仓库' })
  await within(drawer).findByText(/该大事记不存在或已被删除/)
  expect(screen.getByText('十周年庆典')).toBeTruthy()
})

test('without events it says so, and names no years', async () => {
  open({ [`GET ${path}`]: () => ok([]) })
  expect(await screen.findByText('还没有发布过大事记')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('navigation', { name: '年份' })).toBeNull())
})
