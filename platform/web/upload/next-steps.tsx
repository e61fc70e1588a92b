/** Where one goes on from an import that is done: what it brought, its profit, the month to be closed, what is to be mapped. */
import { Button } from 'antd'
import { useContext } from 'react'
import { showNumber } from '#platform/format/numbers.ts'
import type { ImportDetails } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { ShellContext } from '../page/shell-context.ts'
import { mappingQueues } from './mapping-queues.ts'

const monthOf = (day: string): string => day.slice(0, 7)

interface Step {
  readonly title: string
  /** page, by its component; a person without it has no such step */
  readonly component: string | null
  readonly search: Readonly<Record<string, string>>
}

function stepsOf({ kind, shopId, days, unmappedTypes }: ImportDetails): Step[] {
  const { types, statements, profit, months } = mappingQueues()
  const ofMoney = shopId !== null && days !== undefined && /settlement|transaction/i.test(kind ?? '')
  const steps: Step[] = []
  if (ofMoney && /settlement/i.test(kind ?? ''))
    steps.push({ title: t('查看结算单'), component: statements ?? null, search: { 'f.shopId': shopId } })
  if (ofMoney) {
    const [from, to] = [monthOf(days.first), monthOf(days.last)]
    steps.push({ title: t('这份文件的利润'), component: profit ?? null, search: { 'f.shop': shopId, from, to } })
    steps.push({ title: t('月结 {month}', { month: to }), component: months ?? null, search: {} })
  }
  if (unmappedTypes.length > 0)
    steps.push({ title: t('待映射 {count}', { count: showNumber(String(unmappedTypes.length)) }), component: types, search: {} })
  return steps
}

export function NextSteps({ details }: { readonly details: ImportDetails }) {
  const shell = useContext(ShellContext)
  if (shell === null || details.state !== 'done') return null
  const steps = stepsOf(details).flatMap(({ title, component, search }) => {
    const path = shell.routes.find(one => one.menu.component === component)?.menu.path
    if (path === undefined) return []
    const query = new URLSearchParams(search).toString()
    return [{ title, url: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}` }]
  })
  if (steps.length === 0) return null
  return (
    <nav className="zg-import-next" aria-label={t('下一步')}>
      <span>{t('下一步')}</span>
      {steps.map(({ title, url }) => (
        <Button key={title} size="small" onClick={() => shell.open(url)}>
          {title}
        </Button>
      ))}
    </nav>
  )
}
