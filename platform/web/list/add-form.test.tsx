import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { menuNode } from '../gallery/mock-api.ts'
import ListPage from './list-page.tsx'
import { registerAddForm } from '../values/row-openers.ts'

const menu = menuNode('/list', '列表', 'list/x')

test('a list with a form of its own for a new record opens that one, and asks again when it is done', async () => {
  registerAddForm('country', ({ onDone }) => (
    <button type="button" onClick={onDone}>
      自己的表单
    </button>
  ))
  const { bodies } = renderPage(<ListPage menu={menu} type="country" />)
  await screen.findByText('美国')
  const asked = bodies('/countryManage/list').length
  await userEvent.click(screen.getAllByRole('button', { name: '新增' })[0] as HTMLElement)
  await userEvent.click(await screen.findByRole('button', { name: '自己的表单' }))
  await expect.poll(() => bodies('/countryManage/list').length).toBeGreaterThan(asked)
  expect(screen.queryByRole('button', { name: '自己的表单' })).toBeNull()
})
