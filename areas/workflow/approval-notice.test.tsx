/** /approval-notice: chosen ones, or all, are read; what is opened is read by that. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ApprovalNoticeRow } from '#platform/declare/wire-approval.ts'
import { ok } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import ApprovalNoticePage from './approval-notice.page.tsx'

const row = (id: string, kind: ApprovalNoticeRow['kind'], title: string): ApprovalNoticeRow => ({
  id,
  kind,
  title,
  detail: null,
  formCode: 'supplier',
  keyValue: id,
  isRead: 0,
  createdAt: '2026-11-21T01:00:00.000Z',
})
const three = [row('3', 1, '待审批：宁波海达'), row('2', 6, '审批即将超时：中山明辉'), row('1', 2, '沈云帆 退回了“台州宏运”')]

function opened() {
  const read = new Set<string>()
  return renderPage(<ApprovalNoticePage />, {
    handlers: {
      'GET /approvalNotice/list': ({ query }) => {
        const all = three.map(one => ({ ...one, isRead: read.has(one.id) ? (1 as const) : (0 as const) }))
        const list = query.get('isRead') === '0' ? all.filter(one => one.isRead === 0) : all
        return ok({ list, total: list.length })
      },
      'POST /approvalNotice/update': ({ body }) => {
        read.add((body as { id: string }).id)
        return ok({ changed: 1 })
      },
      'POST /approvalNotice/updateBatchReadNotice': ({ body }) => {
        for (const { id } of three) if (((body as { ids?: string[] }).ids ?? [id]).includes(id)) read.add(id)
        return ok({ changed: 1 })
      },
      'POST /workflow/getAuditProcess': () => ok(null),
    },
  })
}

test('one that is opened is read, chosen ones are, all are; among all they stand as read', async () => {
  const { bodies } = opened()
  const late = (await screen.findByText('审批即将超时：中山明辉')).closest('li')!
  expect(within(late).getByText('超时')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '待审批：宁波海达' }))
  expect(bodies('/approvalNotice/update')).toEqual([{ id: '3', isRead: 1 }])
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: '待审批：宁波海达' })).toBeNull())
  await userEvent.click(screen.getByRole('checkbox', { name: '审批即将超时：中山明辉' }))
  await userEvent.click(screen.getByRole('button', { name: '标为已读（1）' }))
  await waitFor(() => expect(screen.queryByText('审批即将超时：中山明辉')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '全部已读' }))
  expect(await screen.findByText('没有审批通知')).toBeTruthy()
  expect(bodies('/approvalNotice/updateBatchReadNotice')).toEqual([{ ids: ['2'] }, {}])
  await userEvent.click(screen.getByText('全部'))
  expect(await screen.findByText('沈云帆 退回了“台州宏运”')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
