/** 部门架构: where a department is dropped. Another place in the tree is asked about, an order is not; a refusal is told. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { countries } from '#platform/web/gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import DepartmentTreePage from './department-tree.page.tsx'
import type { Drop } from './back-office-tree.tsx'

const drops = vi.hoisted((): { next: unknown } => ({ next: null }))
// the tree itself is antd's, and jsdom has no places to drag over: its drop comes by a button
vi.mock('./tree-panel.tsx', () => ({
  TreePanel: ({ nodes, onDrop }: { nodes: readonly { id: string; text: string }[]; onDrop?: (drop: Drop) => void }) => (
    <>
      <ul>
        {nodes.map(one => (
          <li key={one.id}>{one.text}</li>
        ))}
      </ul>
      {onDrop !== undefined && (
        <button type="button" onClick={() => onDrop(drops.next as Drop)}>
          放下
        </button>
      )}
    </>
  ),
}))

const department = (id: string, name: string, parentId: string | null, sort: number) => ({
  id,
  version: 3,
  name,
  parentId,
  sort,
  status: 1,
})
const list = [
  department('1', '销售部', null, 1),
  department('2', '北美组', '1', 1),
  department('3', '欧洲组', '1', 2),
  department('4', '财务部', null, 2),
]

async function drop(where: Omit<Drop, 'before'>, move: MockHandler = () => ok(null)) {
  drops.next = { before: false, ...where }
  const on = renderPage(<DepartmentTreePage />, {
    handlers: {
      'POST /listField/getByType': () => ok({ ...countries, type: 'department', title: '部门' }),
      'POST /department/list': () => ok({ list, total: 4, pageNum: 1, pageSize: 1000 }),
      'GET /userManage/depts': () => ok([]),
      'POST /department/move': move,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '放下' }))
  return on
}

test('below another one it is asked about, with what follows; then place and order are sent', async () => {
  const on = await drop({ draggedId: '4', targetId: '1', toGap: false })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('把“财务部”移到“销售部”下面？').length).toBeGreaterThan(0)
  expect(dialog.getByText(/“本部及下级部门”的数据权限随之改变/)).toBeTruthy()
  expect(on.bodies('/department/move')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: '移动' }))
  await waitFor(() => expect(on.bodies('/department/move')).toEqual([{ id: '4', version: 3, parentId: '1', order: ['4', '2', '3'] }]))
})

test('out to the top it is asked about in those words, and not moved when one thinks better of it', async () => {
  const on = await drop({ draggedId: '2', targetId: '4', toGap: true })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('把“北美组”移到最上层？').length).toBeGreaterThan(0)
  await userEvent.click(dialog.getByRole('button', { name: '取消' }))
  expect(on.bodies('/department/move')).toEqual([])
})

test('another order among the same ones is no question', async () => {
  const on = await drop({ draggedId: '2', targetId: '3', toGap: true })
  await waitFor(() => expect(on.bodies('/department/move')).toEqual([{ id: '2', version: 3, parentId: '1', order: ['3', '2'] }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('below itself nothing happens', async () => {
  const on = await drop({ draggedId: '1', targetId: '2', toGap: false })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(on.bodies('/department/move')).toEqual([])
})

test('a refusal is told, and the tree stands as it was', async () => {
  await drop({ draggedId: '2', targetId: '3', toGap: true }, () => refused(1009, '沈云帆修改了这条部门，请核对后再保存'))
  expect(await screen.findByText('沈云帆修改了这条部门，请核对后再保存')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(one => one.textContent)).toEqual(['销售部', '北美组', '欧洲组', '财务部'])
})
