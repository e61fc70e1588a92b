/** What an import brought that nobody has mapped yet, with the way to the page that maps it. */
import { Button, Table } from 'antd'
import { useContext } from 'react'
import { showMoney } from '#platform/format/money.ts'
import { showNumber } from '#platform/format/numbers.ts'
import type { ImportDetails } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { ShellContext } from '../page/shell-context.ts'
import { pageSteps } from '../widgets/page-steps.tsx'
import { mappingQueues } from './mapping-queues.ts'

/** The way to a page by its component; nothing where the person has no such page. */
function QueueLink({ component, title }: { component: string | null; title: string }) {
  const shell = useContext(ShellContext)
  const menu = component === null ? undefined : shell?.routes.find(one => one.menu.component === component)?.menu
  if (shell === null || menu === undefined) return null
  return (
    <Button type="link" size="small" onClick={() => shell.open(menu.path)}>
      {title}
    </Button>
  )
}

const few = { pageSize: 5, size: 'small', showSizeChanger: false, hideOnSinglePage: true, itemRender: pageSteps } as const

export function UnmappedTypes({ details }: { details: ImportDetails }) {
  if (details.unmappedTypes.length === 0) return null
  return (
    <section>
      <header className="zg-import-head">
        <h3>{t('未映射的类型')}</h3>
        <QueueLink component={mappingQueues().types} title={t('去映射类型')} />
      </header>
      <p className="zg-import-hint">{t('这些行已导入，映射之前不计入利润，所在月份不能月结。')}</p>
      <Table
        size="small"
        rowKey="title"
        dataSource={[...details.unmappedTypes]}
        pagination={few}
        columns={[
          { title: t('类型'), dataIndex: 'title', ellipsis: true },
          { title: t('行数'), width: 90, align: 'right', render: (_, one) => showNumber(String(one.lines)) },
          {
            title: t('金额'),
            width: 120,
            align: 'right',
            render: (_, one) => (
              <span className={one.amount.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={one.amount}>
                {showMoney(one.amount)}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}

export function UnmappedSkus({ details }: { details: ImportDetails }) {
  if (details.unmappedSkus.length === 0) return null
  return (
    <details className="zg-import-folded">
      <summary>{t('未对应商品的 SKU：{count} 个', { count: showNumber(String(details.unmappedSkus.length)) })}</summary>
      <QueueLink component={mappingQueues().skus} title={t('去对应 SKU')} />
      <Table
        size="small"
        rowKey="sku"
        dataSource={[...details.unmappedSkus]}
        pagination={few}
        columns={[
          { title: t('MSKU'), dataIndex: 'sku', ellipsis: true },
          { title: t('行数'), width: 90, align: 'right', render: (_, one) => showNumber(String(one.lines)) },
        ]}
      />
    </details>
  )
}
