/** 产品成本年表: unit cost, units sold and cost of goods of every product by month of a year. */
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { ProductYearRow } from '../base/answers.ts'
import { YearOfCosts } from './year-of-costs.tsx'

export default function ProductCostYearPage() {
  return (
    <YearOfCosts
      title={t('产品成本年表')}
      name="productCostYear"
      load={(year, signal) =>
        api.get<{ readonly list: readonly ProductYearRow[] }>('/ProductCost/productYearReport', { year }, { signal, quiet: true })
      }
      words={{ unitCost: t('单位成本'), quantity: t('销量'), amount: t('销售成本') }}
      empty={year => t('{year} 年还没有产品成本，也没有销量', { year })}
      fill={{ component: 'list/productCost', title: t('去填产品成本') }}
    />
  )
}
