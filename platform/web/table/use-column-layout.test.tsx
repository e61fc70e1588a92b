import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { menuNode, ok } from '../gallery/mock-api.ts'
import ListPage from '../list/list-page.tsx'
import { countries } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())
const page = <ListPage menu={menuNode('/list', '列表', 'list/x')} type="country" />

test('the kept layout is drawn at once; a change shows and is sent', async () => {
  const layout = { density: 'compact', columns: [{ field: 'code', isShow: false, width: null, frozen: false }] }
  const { bodies } = renderPage(page, {
    handlers: {
      'POST /listField/getByType': () => ok({ ...countries, layout }),
      'POST /listField/saveLayout': () => ok(layout),
    },
  })
  await screen.findByText('美国')
  expect(screen.queryByRole('columnheader', { name: '代码' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '显示的列' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: '代码' }))
  await waitFor(() => expect(screen.getByRole('columnheader', { name: '代码' })).toBeTruthy())
  await waitFor(() => expect(bodies('/listField/saveLayout')[0]).toMatchObject({ type: 'country', density: 'compact' }))
  expect(bodies('/listField/saveLayout')[0]?.['columns']).toContainEqual({ field: 'code', isShow: true, width: null, frozen: false })
})

const byRegion = {
  profileId: '7',
  type: 'country',
  kind: 1,
  name: '地区',
  isDefault: 1,
  isOwn: true,
  ownerName: '',
  version: 1,
  canUndo: false,
  removed: [],
  sharedWith: { employeeIds: [], deptIds: [] },
  defaultOf: { roleIds: [], isOrganisation: false },
  columnList: [],
  conditionList: [{ field: 'name', condition: 'LIKE', value: '国' }],
  orderByList: [],
}

test('a list opens with its default scheme where the address says nothing, and not where it says something', async () => {
  const handlers = { 'POST /listField/getByType': () => ok({ ...countries, defaultScheme: byRegion }) }
  const { search } = renderPage(page, { handlers })
  await waitFor(() => expect(search().get('conditions')).toBe('name.LIKE.国'))
  expect(search().get('scheme')).toBe('7')
})

test('what the address says goes before the default', async () => {
  const handlers = { 'POST /listField/getByType': () => ok({ ...countries, defaultScheme: byRegion }) }
  const { search } = renderPage(page, { handlers, address: '/list?sort=code.DESC' })
  await screen.findByText('美国')
  expect(search().get('conditions')).toBeNull()
  expect(search().get('scheme')).toBeNull()
})

test('a link names its scheme; its conditions hold', async () => {
  const handlers = { 'GET /ListProfile/profileList': () => ok([byRegion]) }
  const { search } = renderPage(page, { handlers, address: '/list?scheme=7' })
  await waitFor(() => expect(search().get('conditions')).toBe('name.LIKE.国'))
})

test('a link to a scheme of others shows the list and says why', async () => {
  renderPage(page, { handlers: { 'GET /ListProfile/profileList': () => ok([]) }, address: '/list?scheme=8' })
  expect(await screen.findByText('方案不存在，或没有共享给您')).toBeTruthy()
  expect(await screen.findByText('美国')).toBeTruthy()
})
