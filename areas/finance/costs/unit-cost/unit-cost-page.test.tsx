import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/setup/web/render-page.tsx'
import { ok } from '#platform/web/gallery/mock-api.ts'
import type { UnitCostAnswer } from './answers.ts'
import UnitCostPage from './unit-cost.page.tsx'

const path = '/FinanceStockCost/madeOf'
const none = { purchase: '0', purchaseLater: '0', firstLeg: '0', firstLegLater: '0', duty: '0', other: '0', total: '0' }
const figures = { ...none, purchase: '52', firstLeg: '2', firstLegLater: '7', total: '61' }
const answer: UnitCostAnswer = {
  shop: '美国店',
  sku: 'S1',
  from: '2026-01-28',
  to: '2026-01-28',
  spans: ['day', 'month'],
  span: 'day',
  products: [
    {
      productId: '1',
      sku: 'P1',
      name: '台灯',
      method: 'fifo',
      units: '3.000000',
      unitCost: '20.333333',
      lacking: '2.000000',
      afterwards: '0',
      sum: figures,
      layers: [{ ...figures, receiptId: '9', documentNo: 'RK-0001', receivedOn: '2026-01-10', isProvisional: true, units: '3.000000' }],
      days: [
        { ...none, purchase: '52', firstLeg: '2', total: '54', id: 'a', day: '2026-01-28', units: '3.000000', isVariance: false },
        { ...none, firstLegLater: '7', total: '7', id: 'b', day: '2026-01-28', units: '0', isVariance: true },
      ],
      months: [],
    },
  ],
  notFilled: [],
}

test('by receipt and by day, what is lacking said; another period is asked for', async () => {
  const { server } = renderPage(<UnitCostPage />, {
    address: '/finance/stock/unit-cost?id=1.2026-01-28.S1',
    handlers: { [`POST ${path}`]: () => ok(answer) },
  })
  const receipt = (await screen.findByText('RK-0001')).closest('tr') as HTMLElement
  expect(within(receipt).getByText('发票未到')).toBeTruthy()
  expect(within(receipt).getByText('61.00').title).toBe('61 CNY')
  expect(screen.getByText('成本差异').closest('tr')?.textContent).toContain('7.00')
  expect(screen.getByText(/有 2 件没有成本批次/)).toBeTruthy()
  await userEvent.click(screen.getByText('当月'))
  await waitFor(() => expect(server.calls.filter(one => one.path === path).at(-1)?.body).toEqual({ id: '1.2026-01-28.S1', span: 'month' }))
})

test('without a figure it says from where it is opened', async () => {
  renderPage(<UnitCostPage />, { address: '/finance/stock/unit-cost', handlers: {} })
  expect(await screen.findByText(/从利润报表的成本明细/)).toBeTruthy()
})
