/** Head of the page: whose open lines, how much, what is sure, and what was done last. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Select } from 'antd'
import { useNavigate } from 'react-router'
import { withThousands } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { OverviewAnswer } from '../answers.ts'
import { shownSums } from './figures.tsx'
import type { LinesAsk } from './lines.tsx'
import type { AcceptAll } from './use-accept-all.tsx'

interface PaneHeadProps {
  readonly overview: OverviewAnswer | undefined
  readonly ask: LinesAsk
  readonly mayEdit: boolean
  /** progress of accepting all; null: none runs */
  readonly running: AcceptAll['running']
  readonly offered: number | null
  readonly onAsk: (change: Partial<LinesAsk>) => void
  readonly onAll: () => void
  readonly onStop: () => void
  readonly onUndo: () => void
  readonly onRefresh: () => void
  readonly onImport: (() => void) | null
}
const number = (count: number): string => withThousands(String(count))

export function PaneHead(props: PaneHeadProps) {
  const { overview, mayEdit, running } = props
  const navigate = useNavigate()
  const more = [
    ...(mayEdit ? [{ key: 'refresh', label: t('更新建议'), onClick: props.onRefresh }] : []),
    ...(props.onImport === null ? [] : [{ key: 'import', label: t('导入银行流水'), onClick: props.onImport }]),
  ]
  return (
    <header className="zg-match-bar">
      <h1 className="zg-hidden">{t('银行对账')}</h1>
      <Whose {...props} />
      {overview !== undefined && (
        <span className="zg-match-count" title={shownSums(overview.sums)}>
          {t('未核 {count} 笔', { count: number(overview.open) })} <b>{shownSums(overview.sums)}</b> ·{' '}
          {t('建议 {count}', { count: number(overview.suggested) })}
        </span>
      )}
      <DoneLast {...props} />
      {mayEdit && overview !== undefined && overview.high > 0 && running === null && (
        <Button onClick={props.onAll}>{t('接受全部高匹配 {count}', { count: number(overview.high) })}</Button>
      )}
      <Button onClick={() => void navigate('/finance/bank/matches')}>{t('对账记录')}</Button>
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: more }}>
          <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('更多操作')} />
        </Dropdown>
      )}
    </header>
  )
}

function Whose({ overview, ask: { accountId, month }, onAsk }: Pick<PaneHeadProps, 'overview' | 'ask' | 'onAsk'>) {
  const months = [...new Set([...(month === null ? [] : [month]), ...(overview?.months ?? [])])]
  return (
    <>
      <Select<string>
        aria-label={t('账户')}
        value={accountId ?? ''}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('全部账户') },
          ...(overview?.accounts ?? []).map(one => ({
            value: one.id,
            label: one.open === 0 ? one.name : `${one.name} (${number(one.open)})`,
          })),
        ]}
        onChange={value => onAsk({ accountId: value === '' ? null : value, month: null })}
      />
      <Select<string>
        aria-label={t('月份')}
        value={month ?? ''}
        options={[{ value: '', label: t('全部月份') }, ...months.map(value => ({ value, label: value }))]}
        onChange={value => onAsk({ month: value === '' ? null : value })}
      />
    </>
  )
}

/** What was done last, to be taken back; or how far accepting all has come. */
function DoneLast({ running, offered, onStop, onUndo }: Pick<PaneHeadProps, 'running' | 'offered' | 'onStop' | 'onUndo'>) {
  return (
    <span className="zg-match-done" role="status">
      {running !== null ? (
        <>
          {t('已接受 {done} / {of}', { done: number(running.done), of: number(running.of) })}
          <Button type="link" size="small" onClick={onStop}>
            {t('停止')}
          </Button>
        </>
      ) : (
        offered !== null && (
          <>
            {t('已勾对 {count} 笔', { count: number(offered) })}
            <Button type="link" size="small" onClick={onUndo}>
              {t('撤销')} <kbd aria-hidden>U</kbd>
            </Button>
          </>
        )
      )}
    </span>
  )
}
