import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import { ok, refused } from '#platform/web/gallery/mock-api.ts'
import PerformanceReports from './reports.page.tsx'

afterEach(() => vi.unstubAllGlobals())

const report = {
  measures: [{ measure: 1, weight: 100 }],
  measure: 1,
  list: [],
  totals: { target: '0', actual: '0', adjust: '0', result: '0', rate: null },
  total: 0,
  pageNum: 1,
  pageSize: 200,
}

test('years that cannot be read are told, with a way to try again', async () => {
  let isBroken = true
  renderPage(<PerformanceReports />, {
    handlers: {
      'POST /performanceYear/list': () =>
        isBroken ? refused(1002, '数据库暂时不可用') : ok({ list: [{ id: '1', year: 2026, status: 1 }] }),
      'POST /performance/reports': () => ok(report),
    },
  })
  expect(await screen.findByText('数据库暂时不可用')).toBeDefined()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  expect(await screen.findByText(/这个期间还没有绩效/)).toBeDefined()
})

test('a second click while figures are read asks once', async () => {
  let answer = (): void => undefined
  const page = renderPage(<PerformanceReports />, {
    handlers: {
      'POST /performanceYear/list': () => ok({ list: [{ id: '1', year: 2026, status: 1 }] }),
      'POST /performance/reports': () => ok(report),
      'POST /performance/sync': () => new Promise(done => (answer = () => done(ok({ changed: 3 })))),
    },
  })
  const button = await screen.findByRole('button', { name: '同步实际' })
  await screen.findByText(/这个期间还没有绩效/)
  await userEvent.click(button)
  await userEvent.click(button)
  answer()
  expect(await screen.findByText('已同步 3 条')).toBeDefined()
  expect(page.bodies('/performance/sync')).toHaveLength(1)
})
