/** 菜单配置: only what was changed is sent, refusals stand at their field, what another person saved follows where nothing was typed. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import type { MenuEntry } from '../answers.ts'
import { MenuForm } from './menu-form.tsx'

const shops: MenuEntry = {
  kind: 'page',
  menuId: 'reference.shop',
  moduleId: 'reference',
  parentId: 'reference.shops',
  title: '店铺',
  titleZh: '店铺',
  titleEn: 'Shops',
  icon: null,
  path: '/reference/shop',
  component: 'list/shop',
  permission: 'shop',
  keepAlive: true,
  hidden: false,
  isMonitoring: false,
  isOwn: false,
  isChanged: false,
  version: 0,
  isStray: false,
}

/** `theirs`: what a button of the test lets another person save meanwhile. */
function open(update: MockHandler = () => ok(null), theirs: Partial<MenuEntry> = {}) {
  const onEdited = vi.fn<(isEdited: boolean) => void>()
  const onDone = vi.fn<() => void>()
  const Page = () => {
    const [entry, setEntry] = useState(shops)
    return (
      <>
        <MenuForm entry={entry} onEdited={onEdited} onDone={onDone} />
        <button type="button" onClick={() => setEntry({ ...shops, ...theirs })}>
          别人保存
        </button>
      </>
    )
  }
  return { on: renderPage(<Page />, { handlers: { 'POST /menuSetting/update': update } }), onEdited, onDone }
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
const retype = async (label: string, text: string): Promise<void> => {
  await userEvent.clear(screen.getByLabelText(label))
  if (text !== '') await userEvent.type(screen.getByLabelText(label), text)
}

test('only what was changed is sent, and it is no longer unsaved afterwards', async () => {
  const { on, onEdited, onDone } = open()
  expect(save().disabled).toBe(true)
  await retype('名称', ' 我的店铺 ')
  await userEvent.click(screen.getByRole('switch', { name: '在菜单中隐藏' }))
  expect(onEdited).toHaveBeenLastCalledWith(true)
  await userEvent.click(save())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(on.bodies('/menuSetting/update')).toEqual([{ menuId: 'reference.shop', version: 0, title: '我的店铺', hidden: true }])
  expect(onEdited).toHaveBeenLastCalledWith(false)
})

test('what was typed and taken back is no change', async () => {
  const { onEdited } = open()
  await retype('英文名称', 'Stores')
  expect(save().disabled).toBe(false)
  await retype('英文名称', 'Shops')
  expect(save().disabled).toBe(true)
  expect(onEdited).toHaveBeenLastCalledWith(false)
})

test('an emptied name goes as an empty text, which brings back the declared one', async () => {
  const { on, onDone } = open()
  await retype('名称', '')
  await userEvent.click(save())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(on.bodies('/menuSetting/update')).toEqual([{ menuId: 'reference.shop', version: 0, title: '' }])
})

test('a path that is none is told before it is sent, a refusal stands at its field and keeps what was typed', async () => {
  const { on, onDone } = open(() => refused(1002, '路径已被使用', { errors: [{ field: 'path', message: '路径已被“仓库”使用，请换一个' }] }))
  await retype('路径', 'reference/shop')
  await userEvent.click(save())
  expect(await screen.findByText('路径以 / 开头，可带 ?参数=值')).toBeTruthy()
  expect(on.bodies('/menuSetting/update')).toEqual([])
  await retype('路径', '/reference/warehouse')
  await userEvent.click(save())
  expect(await screen.findByText('路径已被“仓库”使用，请换一个')).toBeTruthy()
  expect(screen.getByLabelText('路径')).toHaveProperty('value', '/reference/warehouse')
  expect(onDone).not.toHaveBeenCalled()
})

test('what another person saved follows where nothing was typed', async () => {
  open(undefined, { titleZh: '门店', titleEn: 'Stores' })
  await retype('名称', '我的店铺')
  await userEvent.click(screen.getByRole('button', { name: '别人保存' }))
  expect(await screen.findByDisplayValue('Stores')).toBeTruthy()
  expect(screen.getByLabelText('名称')).toHaveProperty('value', '我的店铺')
})
