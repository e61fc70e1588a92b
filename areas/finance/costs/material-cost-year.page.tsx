/** 物料成本年表: what the parts of each product cost, or what each part cost that went into sold goods, by month of a year in CNY. */
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { ProductYearRow } from '../base/answers.ts'
import { YearOfCosts } from './year-of-costs.tsx'

type By = 'product' | 'part'

export default function MaterialCostYearPage() {
  const [search, setSearch] = useSearchParams()
  const by: By = search.get('by') === 'part' ? 'part' : 'product'
  return (
    <YearOfCosts
      title={t('物料成本年表')}
      name={`materialCostYear ${by}`}
      load={(year, signal) =>
        api.post<{ readonly list: readonly ProductYearRow[] }>('/MaterialCost/yearReport', { year, of: by }, { signal, quiet: true })
      }
      words={{
        unitCost: by === 'part' ? t('物料单价') : t('单件物料成本'),
        quantity: by === 'part' ? t('耗用数量') : t('销量'),
        amount: t('物料成本'),
      }}
      empty={year => t('{year} 年没有有效的物料清单', { year })}
      fill={{ component: 'list/bom', title: t('去填物料清单') }}
    >
      <Segmented<By>
        aria-label={t('按成品或物料')}
        value={by}
        options={[
          { value: 'product', label: t('按成品') },
          { value: 'part', label: t('按物料') },
        ]}
        onChange={next =>
          setSearch(
            before => {
              before.set('by', next)
              return before
            },
            { replace: true },
          )
        }
      />
    </YearOfCosts>
  )
}
