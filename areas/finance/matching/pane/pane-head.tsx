/** Head of the page: whose open lines, how much, what is sure, and what was done last. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Select } from 'antd'
import { useNavigate } from 'react-router'
import { withThousands } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { OverviewAnswer } from '../answers.ts'
import { shownSums } from './figures.tsx'

interface PaneHeadProps {
  readonly overview: OverviewAnswer | undefined
  readonly accountId: string | null
  readonly month: string | null
  readonly mayEdit: boolean
  /** progress of accepting all; null: none runs */
  readonly running: { readonly done: number; readonly of: number } | null
  readonly offered: number | null
  readonly onAccount: (id: string | null) => void
  readonly onMonth: (month: string | null) => void
  readonly onAll: () => void
  readonly onStop: () => void
  readonly onUndo: () => void
  readonly onRefresh: () => void
  readonly onImport: (() => void) | null
}
const number = (count: number): string => withThousands(String(count))

export function PaneHead(props: PaneHeadProps) {
  const { overview, accountId, month, mayEdit, running, offered } = props
  const navigate = useNavigate()
  const accounts = overview?.accounts ?? []
  const months = overview?.months ?? []
  const more = [
    ...(mayEdit ? [{ key: 'refresh', label: t('更新建议'), onClick: props.onRefresh }] : []),
    ...(props.onImport === null ? [] : [{ key: 'import', label: t('导入银行流水'), onClick: props.onImport }]),
  ]
  return (
    <header className="zg-match-bar">
      <h1 className="zg-hidden">{t('银行对账')}</h1>
      <Select<string>
        aria-label={t('账户')}
        value={accountId ?? ''}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('全部账户') },
          ...accounts.map(one => ({ value: one.id, label: one.open === 0 ? one.name : `${one.name} (${number(one.open)})` })),
        ]}
        onChange={value => props.onAccount(value === '' ? null : value)}
      />
      <Select<string>
        aria-label={t('月份')}
        value={month ?? ''}
        options={[
          { value: '', label: t('全部月份') },
          ...[...new Set([...(month === null ? [] : [month]), ...months])].map(value => ({ value, label: value })),
        ]}
        onChange={value => props.onMonth(value === '' ? null : value)}
      />
      {overview !== undefined && (
        <span className="zg-match-count" title={shownSums(overview.sums)}>
          {t('未核 {count} 笔', { count: number(overview.open) })} <b>{shownSums(overview.sums)}</b> ·{' '}
          {t('建议 {count}', { count: number(overview.suggested) })}
        </span>
      )}
      <span className="zg-match-done" role="status">
        {offered !== null && running === null && (
          <>
            {t('已勾对 {count} 笔', { count: number(offered) })}
            <Button type="link" size="small" onClick={props.onUndo}>
              {t('撤销')} <kbd aria-hidden>U</kbd>
            </Button>
          </>
        )}
        {running !== null && (
          <>
            {t('已接受 {done} / {of}', { done: number(running.done), of: number(running.of) })}
            <Button type="link" size="small" onClick={props.onStop}>
              {t('停止')}
            </Button>
          </>
        )}
      </span>
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
