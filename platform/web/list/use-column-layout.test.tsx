import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { menuNode, ok } from '../shell/test/mock-api.ts'
import ListPage from './list-page.tsx'
import { countries } from './test/mock-definitions.ts'
import { stage } from './test/stage.tsx'

afterEach(() => vi.unstubAllGlobals())
const page = <ListPage menu={menuNode('/list', '列表', 'list/x')} active type="country" />

test('the kept layout is drawn at once; a change shows and is sent', async () => {
  const layout = { density: 'compact', columns: [{ field: 'code', isShow: false, width: null, frozen: false }] }
  const { bodies } = stage(page, {
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
