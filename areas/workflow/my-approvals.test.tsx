/** 我的审批: cards are answered where they stand, several at once with one opinion; what is to be chosen is opened first. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalCard } from '#platform/declare/wire-approval.ts'
import { laterMs } from '#platform/web/approval/use-later.ts'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../test/setup/web/render-page.tsx'
import MyApprovals from './my-approvals.page.tsx'

const card = (id: string, title: string, more: Partial<ApprovalCard> = {}): ApprovalCard => ({
  id,
  instanceId: `9${id}`,
  formCode: 'supplier',
  formName: '供应商',
  keyValue: id,
  title,
  figures: [
    { title: '账期（天）', value: '45' },
    { title: '币种', value: '' },
  ],
  applicant: '陈刚',
  processId: 'check',
  step: '资质初审',
  round: 2,
  state: 1,
  actingFor: '',
  arrivedAt: '2026-11-21T01:00:00.000Z',
  dueAt: null,
  endedAt: null,
  isPlain: 1,
  ...more,
})
/** goes back to the applicant or to the step before */
const toBoth = {
  allowBack: 1,
  allowBackProcessName: '登记',
  allowBackStart: 1,
  applicant: '陈刚',
  confirmProcessList: [],
  forms: [],
  figures: [],
  files: [],
  changes: [],
}
const three = [
  card('1', '供应商准入：宁波海达'),
  card('2', '供应商准入：中山明辉', { actingFor: '吴佳怡' }),
  card('3', '供应商准入：台州宏运', { isPlain: 0, dueAt: '2020-01-01T00:00:00.000Z' }),
]

function opened(confirm: MockHandler = () => ok({ state: 2 })) {
  const answered = new Set<string>()
  const page = renderPage(<MyApprovals />, {
    handlers: {
      'GET /approval/allList': ({ query }) => {
        const list = query.get('box') === '1' ? three.filter(one => !answered.has(one.keyValue)) : []
        return ok({ list, total: list.length })
      },
      'POST /workflow/getAuditProcess': () => ok(toBoth),
      'POST /workflow/backProcess': () => ok({ state: 1 }),
      'POST /workflow/backStartProcess': () => ok({ state: 3 }),
      'POST /workflow/listFlowProcessLog': () => ok({ list: [] }),
      'POST /workflow/getWorkFlowProcessList': () => ok({ list: [] }),
      'POST /workflow/confirmProcess': async call => {
        const given = await confirm(call)
        if ((given.body as { code: number }).code === 0) answered.add((call.body as ApprovalCard).keyValue)
        return given
      },
    },
  })
  return { ...page, user: userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTimeAsync(ms) }) }
}
const lineOf = async (title: string): Promise<HTMLElement> => (await screen.findByText(title)).closest('li')!

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})
const agreeOf = (line: HTMLElement) => within(line).getByRole('button', { name: /^同\s*意$/ })
const later = () => act(() => vi.advanceTimersByTimeAsync(laterMs))

test('a card tells what most answers need; agreeing asks an opinion, Enter sends, five seconds later', async () => {
  const { user, bodies } = opened()
  const first = await lineOf('供应商准入：宁波海达')
  expect(within(first).getByText('账期（天）').nextSibling?.textContent).toBe('45')
  // what is empty is left out, what is late and in whose place is said
  expect(within(first).queryByText('币种')).toBeNull()
  expect(within(await lineOf('供应商准入：中山明辉')).getByText('代 吴佳怡 审批')).toBeTruthy()
  const third = await lineOf('供应商准入：台州宏运')
  expect(within(third).getByText('已超时')).toBeTruthy()
  await user.click(agreeOf(first))
  await user.click(within(first).getByRole('button', { name: '按预算执行' }))
  await user.keyboard('{Enter}')
  expect(within(first).getByText('已同意 · 5 秒后提交')).toBeTruthy()
  expect(bodies('/workflow/confirmProcess')).toEqual([])
  await later()
  await waitFor(() => expect(screen.queryByText('供应商准入：宁波海达')).toBeNull())
  const asked = { formCode: 'supplier', keyValue: '1', currentProcessId: 'check', round: 2, opinion: '按预算执行' }
  expect(bodies('/workflow/confirmProcess')).toEqual([asked])
  // something is left to choose: the details ask for it
  await user.click(agreeOf(third))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('what is taken back within five seconds was never sent; another page sends it at once', async () => {
  const { user, bodies } = opened()
  const first = await lineOf('供应商准入：宁波海达')
  await user.click(agreeOf(first))
  await user.keyboard('{Enter}')
  await user.click(within(first).getByRole('button', { name: /^撤\s*销$/ }))
  await later()
  expect(bodies('/workflow/confirmProcess')).toEqual([])
  await user.click(agreeOf(first))
  await user.keyboard('{Enter}')
  cleanup()
  expect(bodies('/workflow/confirmProcess')).toHaveLength(1)
})

test('R sends the card back: to whom, and with an opinion', async () => {
  const { user, bodies } = opened()
  const first = await lineOf('供应商准入：宁波海达')
  await user.keyboard('r')
  await within(first).findByText('步骤“登记”')
  await user.keyboard('{Enter}')
  expect(within(first).getByRole('alert').textContent).toBe('请填写意见，让申请人知道要改什么')
  // a key that is typed answers nothing
  await user.keyboard('缺执照 ar')
  await user.click(within(first).getByText('步骤“登记”'))
  await user.click(within(first).getByRole('button', { name: '确定退回' }))
  await later()
  const asked = { formCode: 'supplier', keyValue: '1', currentProcessId: 'check', round: 2, opinion: '缺执照 ar' }
  await waitFor(() => expect(bodies('/workflow/backProcess')).toEqual([asked]))
  expect(bodies('/workflow/confirmProcess')).toEqual([])
})

test('several at once: each for itself, a refused one leaves the others, and what must be opened is not among them', async () => {
  const { user, bodies } = opened(({ body }) =>
    (body as ApprovalCard).keyValue === '1' ? refused(1009, '周敏 已先处理：同意，请刷新') : ok({}),
  )
  await lineOf('供应商准入：宁波海达')
  await user.click(screen.getByRole('checkbox', { name: '全选' }))
  await user.click(screen.getByRole('button', { name: '批量同意（2）' }))
  await user.click(screen.getByRole('button', { name: '按预算执行' }))
  await user.keyboard('{Enter}')
  await later()
  await screen.findByText('已同意 1 条')
  expect(bodies('/workflow/confirmProcess').map(body => [body['keyValue'], body['opinion']])).toEqual([
    ['1', '按预算执行'],
    ['2', '按预算执行'],
  ])
  await waitFor(() => expect(screen.queryByText('供应商准入：中山明辉')).toBeNull())
  expect(screen.getByText('供应商准入：宁波海达')).toBeTruthy()
  expect(screen.getByText('供应商准入：台州宏运')).toBeTruthy()
})

test('a box without anything says so', async () => {
  const { user } = opened()
  await lineOf('供应商准入：宁波海达')
  await user.click(screen.getByText('抄送我的'))
  expect(await screen.findByText('这里还没有审批')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
