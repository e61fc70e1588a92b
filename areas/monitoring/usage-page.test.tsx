import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import { ok, refused } from '#platform/web/gallery/mock-api.ts'
import UsagePage from './usage.page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('sessions that cannot be read are missing, not none, and can be asked for again', async () => {
  renderPage(<UsagePage />, {
    operations: [2],
    handlers: {
      'POST /system/sysStatisticalTable': () =>
        ok({ list: [], total: 0, totals: { times: '12', users: '4' }, departments: [], deptId: null, seesAll: true, withNames: false }),
      'POST /systemUsageRecord/series': () => refused(1002, '统计还没有准备好'),
    },
  })
  expect(await screen.findByText('统计还没有准备好')).toBeDefined()
  const sessions = screen.getAllByText('会话')[0]?.parentElement ?? document.body
  expect(within(sessions).getByText('—')).toBeDefined()
  expect(screen.getByRole('button', { name: /重\s?试/ })).toBeDefined()
})

test('a period that is refused can be chosen anew', async () => {
  renderPage(<UsagePage />, {
    operations: [2],
    handlers: {
      'POST /system/sysStatisticalTable': () => refused(1002, '期间太长'),
      'POST /systemUsageRecord/series': () => ok({ list: [] }),
    },
  })
  expect(await screen.findByText('期间太长')).toBeDefined()
  expect(screen.getByRole('combobox', { name: '部门' })).toBeDefined()
  expect(screen.getAllByLabelText('期间').length).toBeGreaterThan(0)
})
