/** A record's history beside it, and one entry of the trail. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../declare/history.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused } from '../gallery/mock-api.ts'
import { HistoryButton } from './history-button.tsx'
import TrailDrawer from './trail-drawer.tsx'

const entry = (id: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: '2026-11-21T01:00:00Z',
  by: '陈刚',
  verb: 'update',
  verbTitle: '修改',
  subjectTitle: '商品',
  address: '10.0.0.1',
  via: 'POST /productManage/update',
  note: null,
  requestId: 'r-1',
  changes: [{ field: 'name', title: '商品名称', before: '旧名', after: '新名' }],
  ...more,
})

async function open(answer: Parameters<typeof renderPage>[1]) {
  const on = renderPage(<HistoryButton type="product" id="7" />, answer)
  await userEvent.click(screen.getByRole('button', { name: /修改历史/ }))
  return { on, drawer: await screen.findByRole('dialog') }
}

test('who changed what, newest first; older entries on demand', async () => {
  const { on, drawer } = await open({
    handlers: {
      'POST /auditTrail/history': ({ body }) =>
        (body as { pageNum: number }).pageNum === 1
          ? ok({ list: [entry('2')], more: true })
          : ok({
              list: [entry('1', { verbTitle: '新增', changes: [{ field: 'brand', title: '品牌', before: null, after: '云帆' }] })],
              more: false,
            }),
    },
  })
  expect(await within(drawer).findByText('商品名称')).toBeTruthy()
  expect(within(drawer).getByText('旧名').tagName).toBe('DEL')
  expect(within(drawer).getByText('2026-11-21 09:00:00')).toBeTruthy()
  expect(within(drawer).getByText('10.0.0.1 · POST /productManage/update')).toBeTruthy()
  await userEvent.click(within(drawer).getByRole('button', { name: '更早的记录' }))
  expect(await within(drawer).findByText('云帆')).toBeTruthy()
  expect(within(drawer).queryByRole('button', { name: '更早的记录' })).toBeNull()
  expect(on.bodies('/auditTrail/history').map(body => [body['type'], body['id'], body['pageNum']])).toEqual([
    ['product', '7', 1],
    ['product', '7', 2],
  ])
})

test('nothing yet, and a refusal in its own words with a way to try again', async () => {
  const { drawer } = await open({ handlers: { 'POST /auditTrail/history': () => ok({ list: [], more: false }) } })
  expect(await within(drawer).findByText('还没有修改记录')).toBeTruthy()
})

test('a refusal in its own words', async () => {
  const { drawer } = await open({ handlers: { 'POST /auditTrail/history': () => refused(1004, '商品不存在或已被删除') } })
  expect(await within(drawer).findByText('商品不存在或已被删除')).toBeTruthy()
  expect(within(drawer).getByRole('button', { name: /重\s*试/ })).toBeTruthy()
})

test('one entry of the trail, with the number of its request', async () => {
  renderPage(<TrailDrawer row={{ id: '9' }} onClose={() => undefined} onChanged={() => undefined} />, {
    handlers: { 'POST /auditTrail/detail': () => ok(entry('9', { verbTitle: '导出', changes: [] })) },
  })
  expect(await screen.findByText('没有字段变化')).toBeTruthy()
  expect(screen.getByText('请求编号 r-1')).toBeTruthy()
})
