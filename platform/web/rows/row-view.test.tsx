/** A row beside its list: whatever draws it, its history is offered, once. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ok } from '../gallery/mock-api.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { registerRowOpener, type RowDrawerProps } from '../values/row-openers.ts'
import { countries } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { useRowView } from './use-row-view.tsx'

function Own({ onClose }: RowDrawerProps) {
  return (
    <TabDrawer open title="自己的抽屉" extra={<button type="button">自己的按钮</button>} onClose={onClose}>
      内容
    </TabDrawer>
  )
}

function Rows({ type }: { type: string }) {
  const view = useRowView({ ...countries, type }, { onChanged: () => undefined, onStep: () => undefined })
  return (
    <>
      <button type="button" onClick={() => view.open({ id: '7' })}>
        打开
      </button>
      {view.drawer}
    </>
  )
}

async function opened(type: string): Promise<HTMLElement> {
  renderPage(<Rows type={type} />, { handlers: { 'POST /auditTrail/history': () => ok({ list: [], more: false }) } })
  await userEvent.click(screen.getByRole('button', { name: '打开' }))
  return await screen.findByRole('dialog')
}

test('a drawer that a type has registered offers the history beside its own buttons', async () => {
  registerRowOpener('withOwnDrawer', { title: '查看', Drawer: Own })
  const drawer = await opened('withOwnDrawer')
  expect(within(drawer).getByRole('button', { name: '自己的按钮' })).toBeTruthy()
  await userEvent.click(within(drawer).getByRole('button', { name: /修改历史/ }))
  expect(await screen.findByText('还没有修改记录')).toBeTruthy()
  // the history itself is no record with a history
  expect(screen.getAllByRole('button', { name: /修改历史/ })).toHaveLength(1)
})

test('so does the drawer of those that have none', async () => {
  const drawer = await opened('country')
  expect(await within(drawer).findByRole('button', { name: /修改历史/ })).toBeTruthy()
})

test('rows that never change offer none', async () => {
  registerRowOpener('neverChanges', { title: '查看', hasHistory: false, Drawer: Own })
  const drawer = await opened('neverChanges')
  expect(within(drawer).queryByRole('button', { name: /修改历史/ })).toBeNull()
})
