/** 品类: the tree of categories with the figures of each and all below it. A figure opens what it is made of. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty } from 'antd'
import { textWidth } from '#platform/format/text.ts'
import type { MeasureDefinition, ReportFigures } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { totalText } from '#platform/web/values/list-texts.ts'
import { Figure, type Cell } from '#platform/web/report/figure.tsx'
import { MeasureChooser } from '#platform/web/report/measure-chooser.tsx'
import { mainMeasures, shownMeasures, withOperands } from '#platform/web/report/measures.ts'
import { ReportWarnings } from '#platform/web/report/report-warnings.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { Computing, StatisticsPage, type Asked } from './statistics-page.tsx'
import { TreeGrid, type TreeLine, type TreeRow } from './tree-grid.tsx'
import type { CategoryAnswer, CategoryNode } from './wire.ts'

type Line = TreeLine<CategoryNode>

/** what is told of a shop's day alone has no place in a category */
const untold = ['sessions', 'pageViews', 'conversion']
const keep = (definition: { readonly measures: readonly MeasureDefinition[]; readonly main: readonly string[] }) => ({
  measures: definition.measures.filter(one => !untold.includes(one.name) && one.class !== 'none'),
  main: definition.main.filter(name => !untold.includes(name)),
})

export default function CategoriesPage() {
  return (
    <StatisticsPage
      keep={keep}
      tools={({ definition, state, setState }) => (
        <MeasureChooser definition={definition} state={state} onColumns={columns => setState({ ...state, columns })} />
      )}
    >
      {asked => <Categories {...asked} />}
    </StatisticsPage>
  )
}

function Categories({ definition, state, product, ask: of, onCell }: Asked) {
  const chosen = shownMeasures(definition, state)
  const measures = chosen.length > 0 ? chosen : mainMeasures(definition)
  const ask = { ...of, measures: withOperands(definition, measures) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['report', definition.name, 'categories', ask],
    queryFn: ({ signal }) => api.post<CategoryAnswer>(`/${product}SaleStatistics/categorySummaryList`, ask, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const several = (data?.totals.length ?? 0) > 1
  const totals = totalsOf(data)
  const notice =
    error !== null ? (
      <RowsFailed error={error} onRetry={() => void refetch()} />
    ) : data === undefined ? (
      <RowsLoading />
    ) : (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这个期间没有订单')} />
    )
  return (
    <>
      <ReportWarnings answer={data} lacking={undefined} />
      <TreeGrid<CategoryNode>
        title={t('品类')}
        name={t('品类')}
        rows={(data?.list ?? []).map(node => rowOf(node, several))}
        startsOpen={false}
        columns={measures.map(one => columnOf(one, definition.measures, data, onCell))}
        totals={totals.map(one => (
          <span key={one.currency}>
            {t('总计')} {several && <span className="zg-currency">{t('折合 {currency}', { currency: one.currency })}</span>}
          </span>
        ))}
        notice={notice}
        isStale={isPlaceholderData}
        question={JSON.stringify(of)}
      />
      <footer className="zg-report-foot">
        {data !== undefined && <span>{totalText(data)}</span>}
        <Computing shops={data?.computing ?? []} />
      </footer>
    </>
  )
}

/** of several currencies all in one */
const totalsOf = (answer: CategoryAnswer | undefined): readonly ReportFigures[] =>
  answer?.converted === undefined ? (answer?.totals ?? []) : [answer.converted]

const rowOf = (node: CategoryNode, several: boolean): TreeRow<CategoryNode> => ({
  id: `${node.currency} ${node.categoryId}`,
  label: node.label['category'] ?? '',
  note: several && node.level === 1 ? node.currency : '',
  row: node,
  children: node.children.map(one => rowOf(one, several)),
})

function columnOf(
  measure: MeasureDefinition,
  all: readonly MeasureDefinition[],
  answer: CategoryAnswer | undefined,
  onCell: (cell: Cell) => void,
): GridColumn<Line> {
  const rates = answer?.missingRates ?? []
  const titleOf = (name: string): string => all.find(one => one.name === name)?.title ?? name
  const figure = ({ currency, values }: Pick<CategoryNode, 'currency' | 'values'>, path: Cell['path']) => (
    <Figure
      key={currency}
      measure={measure}
      values={values}
      rates={rates}
      titleOf={titleOf}
      tabIndex={-1}
      onOpen={() =>
        onCell({
          measure: measure.name,
          part: 'now',
          path,
          currency,
          values,
          was: null,
          isConverted: path === null && answer?.converted !== undefined,
          rates,
        })
      }
    />
  )
  const pathOf = ({ row, label }: Line): Cell['path'] => ({
    steps: [{ dimension: 'category', value: row.categoryId, label }],
    currency: row.currency,
  })
  return {
    key: measure.name,
    name: measure.title,
    width: Math.max(120, textWidth(measure.title) * 7 + 40),
    align: 'right',
    render: line => figure(line.row, pathOf(line)),
    copy: ({ row }) => ({ text: row.values[measure.name] ?? '', isText: false }),
    totals: totalsOf(answer).map(one => figure(one, null)),
  }
}
