import { renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Row } from '../../../declare/wire.ts'
import { fetchFrom, mockServer, ok, refused, type MockHandler } from '../../gallery/mock-api.ts'
import { field, formItem, listDefinition } from '../../gallery/mock-definitions.ts'
import { mayMove } from '../span.ts'
import { useSpanRows } from '../use-span-rows.ts'

afterEach(() => vi.unstubAllGlobals())

const definition = {
  ...listDefinition('leave', '请假', [field('from', '开始', 'date'), field('to', '结束', 'date')]),
  calls: {
    list: { method: 'POST' as const, path: '/api-2024/leave/list' },
    update: { method: 'POST' as const, path: '/api-2024/leave/update' },
  },
  form: [formItem('from', '开始', 'dateRange', { until: 'to' })],
}
const fields = { from: 'from', to: 'to' }
const row: Row = { id: '1', version: 3, from: '2026-05-01', to: '2026-05-02' }
const days = { from: '2026-05-08', to: '2026-05-09' }

function opened(update: MockHandler) {
  let present = row
  const server = mockServer({
    'POST /leave/list': () => ok({ list: [present], total: 1_500, pageNum: 1, pageSize: 1_000 }),
    'POST /leave/update': call => {
      const answer = update(call)
      present = { ...row, version: 4, ...days }
      return answer
    },
  })
  vi.stubGlobal('fetch', fetchFrom(server))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  // the page of a table's footer is none of a view that reads all
  const query = { pageNum: 2, during: { from: '2026-04-27', to: '2026-06-07' } }
  const { result } = renderHook(() => useSpanRows(definition, 'calendar', query, true), { wrapper })
  return { server, result }
}

test('a calendar asks for its days, a thousand at most, and knows that there are more', async () => {
  const { server, result } = opened(() => ok(null))
  await waitFor(() => expect(result.current.rows).toHaveLength(1))
  expect(server.calls[0]?.body).toMatchObject({
    during: { from: '2026-04-27', to: '2026-06-07' },
    pageNum: 1,
    pageSize: 1_000,
    only: 'rows',
  })
  expect(result.current.total).toBe(1_500)
})

test('a drag is an update with the version, shown at once', async () => {
  const { server, result } = opened(() => ok({ id: '1', version: 4 }))
  await waitFor(() => expect(result.current.rows).toHaveLength(1))
  result.current.move(row, fields, days)
  await waitFor(() => expect(result.current.rows[0]).toMatchObject(days))
  await waitFor(() => expect(server.calls.find(call => call.path === '/leave/update')?.body).toEqual({ id: '1', version: 3, ...days }))
})

test('a refused one stands where it was', async () => {
  const { result } = opened(() => refused(1009, '刚被别人修改过'))
  await waitFor(() => expect(result.current.rows).toHaveLength(1))
  result.current.move({ ...row, id: '9' }, fields, days)
  await waitFor(() => expect(result.current.rows[0]).toMatchObject({ id: '1' }))
})

test('only what the form leaves open is dragged', () => {
  expect(mayMove(definition, fields, row)).toBe(true)
  expect(mayMove({ ...definition, form: [formItem('from', '开始', 'dateRange', { until: 'to', editDisabled: true })] }, fields, row)).toBe(
    false,
  )
  expect(mayMove({ ...definition, form: [formItem('from', '开始', 'date')] }, fields, row)).toBe(false)
  expect(mayMove({ ...definition, calls: { list: definition.calls.list } }, fields, row)).toBe(false)
})
