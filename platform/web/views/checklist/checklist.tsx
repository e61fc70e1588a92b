/** Lines to be done, by group: what is open first, what is done folded to one line. */
import { CheckCircleFilled, ClockCircleOutlined, DownOutlined, ExclamationCircleFilled, RightOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useMemo, useState } from 'react'
import type { Row } from '../../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '../../i18n/t.ts'
import { today } from '../../page/today.ts'
import { NoRows, RowsFailed, RowsLoading } from '../../values/list-notices.tsx'
import { isNarrowed, withoutFilters } from '../../values/list-state.ts'
import { stepsOf } from '../../values/row-steps.ts'
import { cardTexts, type CardText } from '../card.tsx'
import { CutNotice } from '../cut-notice.tsx'
import { useSpanRows } from '../use-span-rows.ts'
import type { ViewProps } from '../view-props.ts'
import { checkGroups, type CheckGroup } from './groups.ts'
import '../views.css'
import './checklist.css'

export type CheckLinesProps = Asked & { readonly isFiltered: boolean; readonly onReset: () => void }
type Asked = Pick<ViewProps, 'definition' | 'shown' | 'title' | 'query' | 'isReady' | 'onOpen' | 'actions'>
/** buttons of a line; the others stand on its page */
const buttonsMax = 2

export default function Checklist({ state, onState, ...asked }: ViewProps) {
  return <CheckLines {...asked} isFiltered={isNarrowed(state)} onReset={() => onState(withoutFilters(state))} />
}

export function CheckLines({ definition, shown, title, query, isReady, onOpen, actions, isFiltered, onReset }: CheckLinesProps) {
  const { rows, total, isPending, error, retry } = useSpanRows(definition, 'checklist', query, isReady)
  const textOf = useMemo(() => cardTexts(definition, shown), [definition, shown])
  const groups = useMemo(() => checkGroups(definition, shown, rows), [definition, shown, rows])
  if (error !== null) return <RowsFailed error={error} onRetry={retry} />
  if (isPending) return <RowsLoading />
  if (rows.length === 0) return <NoRows text={definition.empty} isFiltered={isFiltered} begin={null} onReset={onReset} />
  return (
    <div className="zg-checklist" role="group" aria-label={title}>
      <CutNotice shown={rows.length} total={total} />
      {groups.map(group => (
        <Group key={group.key} group={group}>
          {row => (
            <Line key={row.id} row={row} text={textOf(row)} isDone={group.done.includes(row)} {...{ definition, shown, onOpen, actions }} />
          )}
        </Group>
      ))}
    </div>
  )
}

function Group({ group, children }: { readonly group: CheckGroup; readonly children: (row: Row) => React.ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { title, open, done } = group
  const all = open.length + done.length
  return (
    <section className="zg-check-group" aria-label={title}>
      <header>
        <h4>{title}</h4>
        <span className="zg-check-count">
          {done.length}/{all}
        </span>
        <Progress
          className="zg-check-bar"
          percent={Math.floor((done.length * 100) / all)}
          showInfo={false}
          size="small"
          aria-label={t('{title}：完成 {n} 项，共 {of} 项', { title, n: done.length, of: all })}
        />
      </header>
      {open.map(children)}
      {done.length > 0 && (
        <Button
          type="text"
          size="small"
          className="zg-check-fold"
          icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('已完成 {n} 项', { n: done.length })}
        </Button>
      )}
      {isOpen && done.map(children)}
    </section>
  )
}

interface LineProps extends Pick<Asked, 'definition' | 'shown' | 'onOpen' | 'actions'> {
  readonly row: Row
  readonly text: CardText
  readonly isDone: boolean
}

function Line({ row, text, isDone, definition, shown, onOpen, actions }: LineProps) {
  const isLate = !isDone && shown.card.due !== null && asText(row[shown.card.due] ?? '9999') < today()
  const required = shown.checklist?.required
  const Sign = isDone ? CheckCircleFilled : isLate ? ExclamationCircleFilled : ClockCircleOutlined
  return (
    <div className="zg-check-line">
      <Sign
        className={isDone ? 'zg-check-done' : isLate ? 'zg-check-late' : 'zg-check-open'}
        aria-label={isDone ? t('已完成') : isLate ? t('已逾期') : t('未完成')}
      />
      <Button type="link" size="small" className="zg-check-name" onClick={() => onOpen(row)}>
        {text.title}
      </Button>
      {required != null && row[required] === true && <span className="zg-check-required">{t('必须')}</span>}
      <span className="zg-check-tags">{text.tags.map(tag => tag.text).join(' · ')}</span>
      <span className="zg-check-end">
        {text.person !== null && <span>{text.person}</span>}
        {text.due !== null && <span className={isLate ? 'zg-late' : undefined}>{text.due.text.slice(0, 10)}</span>}
      </span>
      <span className="zg-check-steps">
        {stepsOf(definition, row)
          .slice(0, buttonsMax)
          .map(step => (
            <Button key={step.name} size="small" onClick={() => actions.step(step, [row])}>
              {step.title}
            </Button>
          ))}
      </span>
    </div>
  )
}
