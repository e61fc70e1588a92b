/** The drawer of an approval: what it says where it fails to load, what an answer and a comment send. */
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { expect, test } from 'vitest'
import type { AuditProcess } from '../../declare/wire-approval.ts'
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

const audit: AuditProcess = {
  confirmProcessList: [{ processId: 'end', processName: '结束', approvers: [] }],
  allowBack: 0,
  allowBackActiveId: '',
  allowBackProcessId: '',
  allowBackProcessName: '',
  allowBackStart: 1,
  backProcessId: '',
  backPreActiveId: '',
  backStartProcessId: 'start',
  backStartActiveId: '1',
  preUser: '',
  preProcessName: '',
  preOpinion: '',
  preState: null,
  forms: [],
  currentProcessId: 'check',
  currentProcessName: '资质初审',
  instanceId: '9',
  state: 1,
  round: 1,
  due: null,
  title: '供应商准入：宁波海达',
  applicant: '陈刚',
  figures: [],
  files: [],
  changes: [{ title: '状态', before: '潜在', after: '合格' }],
  actingFor: '',
  mayWithdraw: 0,
  maySubmit: 0,
  mayUrge: 0,
  mayTransfer: 1,
  mayCountersign: 1,
  mayComment: 1,
  reason: '',
  listType: 'supplier',
  recordId: '7',
  version: 3,
}
const changed = [{ title: '账期（天）', before: '30', after: '60' }]
const answered = {
  id: 't1',
  round: 1,
  processId: 'a',
  processName: '初审',
  person: '周敏',
  actingFor: '吴佳怡',
  state: 2,
  stateName: '同意',
}
const handlersOf = (given: Partial<AuditProcess> = {}) => ({
  'POST /workflow/getAuditProcess': () => ok({ ...audit, ...given }),
  'POST /workflow/getWorkFlowProcessList': () => ok({ list: [] }),
  'POST /workflow/listFlowProcessLog': () =>
    ok({ list: [{ ...answered, opinion: '好', files: [], startedAt: null, endedAt: '2026-11-21T01:00:00.000Z', dueAt: null, changed }] }),
  'POST /workflow/confirmProcess': () => ok({ state: 2 }),
  'POST /workflow/backStartProcess': () => ok({ state: 3 }),
  'POST /workflow/comment': () => ok({}),
})

test('an answer names the version that was seen, and who has answered before is shown with what has changed since', async () => {
  const { bodies } = renderPage(drawer, { handlers: handlersOf() })
  expect(await screen.findByText('周敏（代 吴佳怡）')).toBeTruthy()
  expect(screen.getByText('账期（天）：30 → 60')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^同\s*意$/ }))
  await userEvent.keyboard('{Enter}')
  // closing it sends at once
  cleanup()
  const at = { formCode: 'supplier', keyValue: '7', currentProcessId: 'check', round: 1 }
  await waitFor(() => expect(bodies('/workflow/confirmProcess')).toEqual([{ ...at, opinion: null, version: 3 }]))
})

test('back to the applicant needs a word first', async () => {
  const { bodies } = renderPage(<App>{drawer}</App>, { handlers: handlersOf() })
  await screen.findByRole('button', { name: /^退\s*回$/ })
  await userEvent.keyboard('r')
  expect(screen.getByText('退回给申请人 陈刚')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('请填写意见，让申请人知道要改什么')).toBeTruthy()
  await userEvent.keyboard('缺执照{Enter}')
  expect(screen.getByText('已退回申请人 · 5 秒后提交')).toBeTruthy()
  expect(bodies('/workflow/backStartProcess')).toEqual([])
})

test('a comment goes with its files; who has no part in it is not offered one', async () => {
  const { bodies } = renderPage(drawer, { handlers: handlersOf({ confirmProcessList: [] }) })
  await userEvent.type(await screen.findByRole('textbox', { name: '评论' }), '执照见附件')
  await userEvent.click(screen.getByRole('button', { name: '附件' }))
  expect(screen.getByLabelText('选择文件')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^评\s*论$/ }))
  const sent = { formCode: 'supplier', keyValue: '7', opinion: '执照见附件', fileIds: [] }
  await waitFor(() => expect(bodies('/workflow/comment')).toEqual([sent]))
  cleanup()
  renderPage(drawer, { handlers: handlersOf({ mayComment: 0 }) })
  await screen.findByText('周敏（代 吴佳怡）')
  expect(screen.queryByRole('textbox', { name: '评论' })).toBeNull()
})
