/** The drawer of an approval that fails to load says why beside its spinner. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused } from '../gallery/mock-api.ts'
import { ApprovalDrawer } from './approval-drawer.tsx'

const drawer = <ApprovalDrawer formCode="supplier" keyValue="7" onClose={() => undefined} />

test('audit info that fails to load becomes the tip of the spinner', async () => {
  renderPage(drawer, { handlers: { 'POST /workflow/getAuditProcess': () => refused(1002, '流程“新供应商”没有可用的审批人') } })
  const tip = await screen.findByText('流程“新供应商”没有可用的审批人')
  expect(tip.closest('.ant-spin')).not.toBeNull()
})

test('a record without approval says so', async () => {
  renderPage(drawer, { handlers: { 'POST /workflow/getAuditProcess': () => ok(null) } })
  expect(await screen.findByText('这条记录没有审批')).toBeTruthy()
})
