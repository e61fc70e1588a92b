import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ok } from '#platform/web/gallery/mock-api.ts'
import { renderPage } from '../../../../test/setup/web/render-page.tsx'
import type { Statement } from '../../base/answers.ts'
import { AuditButton } from './audit-button.tsx'

const path = '/AmzSettlement/audit'
const drawn = (audited: number, lines = 3, operations = [1, 7]) =>
  renderPage(<AuditButton id="a" foot={{ lines, audited } as Statement['foot']} />, {
    operations,
    handlers: { [`POST ${path}`]: () => ok({ changed: lines }) },
  })
const names = (): (string | null)[] => screen.queryAllByRole('button').map(one => one.textContent)

test('one of both stands there: what is not wholly audited is audited, what is so is taken back after a question', async () => {
  const { bodies } = drawn(2)
  expect(names()).toEqual(['审核'])
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(bodies(path)).toEqual([{ id: 'a', audit: 1 }]))
  vi.unstubAllGlobals()
})

test('taking back asks first', async () => {
  const { bodies } = drawn(3)
  expect(names()).toEqual(['反审核'])
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('确定要反审核这张结算单的全部明细吗？')).toBeTruthy()
  expect(bodies(path)).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: '反审核' }).at(-1) as HTMLElement)
  await waitFor(() => expect(bodies(path)).toEqual([{ id: 'a', audit: 0 }]))
  vi.unstubAllGlobals()
})

test('neither without the right or without lines', () => {
  drawn(0, 3, [1])
  drawn(0, 0)
  expect(names()).toEqual([])
  vi.unstubAllGlobals()
})
