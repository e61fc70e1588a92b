/** 我的审批: to do, done, asked for, copied to me; each is answered from its card, several at once with one opinion. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Badge, Button, Checkbox, Empty, Input, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApprovalCard } from '#platform/declare/wire-approval.ts'
import { serverNowMs } from '#platform/web/api/clock.ts'
import { instantMs } from '#platform/format/instants.ts'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { ApprovalDrawer, StateTag } from '#platform/web/approval/approval-drawer.tsx'
import { sendAnswer } from '#platform/web/approval/answer-form.tsx'
import { CardAnswer, answerOf } from '#platform/web/approval/card-answer.tsx'
import { AnswerLine, AnswerWaiting, type Way } from '#platform/web/approval/answer-line.tsx'
import { approvalKey, useRefreshApprovals, type ApprovalAt } from '#platform/web/approval/use-approval.ts'
import { useAnswerKeys } from '#platform/web/approval/use-answer-keys.ts'
import { useLater } from '#platform/web/approval/use-later.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import { useIsShown } from '#platform/web/page/page-context.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { OpenedLink } from './opened-link.tsx'
import { Pages } from './pages.tsx'
import './workflow.css'

type Box = 1 | 2 | 3 | 4
const searchDelayMs = 500

interface Answer {
  readonly list: readonly ApprovalCard[]
  readonly total: number
}

const boxTitles: Readonly<Record<Box, () => string>> = {
  1: () => t('待办'),
  2: () => t('已办'),
  3: () => t('我发起的'),
  4: () => t('抄送我的'),
}

function useBox(box: Box, keyword: string, page: { pageNum: number; pageSize: number }) {
  return useQuery({
    queryKey: [...approvalKey, 'box', box, keyword, page],
    queryFn: ({ signal }) =>
      api.get<Answer>('/approval/allList', { box, ...page, ...(keyword === '' ? {} : { keyword }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })
}

export default function MyApprovals() {
  const [search, setSearch] = useSearchParams()
  const [box, setBox] = useState<Box>(1)
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const typed = useDebounced((text: string) => setKeyword(text.trim()), searchDelayMs)
  const { data, error, refetch } = useBox(box, keyword, page)
  const [form, key, link] = [search.get('form'), search.get('key'), search.get('link')]
  const shown: ApprovalAt | null = form === null || key === null ? null : { formCode: form, keyValue: key }
  const show = (at: ApprovalAt | null): void => setSearch(at === null ? {} : { form: at.formCode, key: at.keyValue }, { replace: true })
  const list = data?.list ?? []
  useCardKeys(box === 1 && shown === null)
  const plain = list.filter(card => card.isPlain === 1)
  const turn = (next: Box): void => {
    setBox(next)
    setChosen([])
    setPage(before => ({ ...before, pageNum: 1 }))
  }
  return (
    <div className="zg-my-approvals">
      <h1>{t('我的审批')}</h1>
      <div className="zg-my-bar">
        <Segmented<Box>
          aria-label={t('显示')}
          value={box}
          onChange={turn}
          options={([1, 2, 3, 4] as const).map(value => ({ value, label: boxTitles[value]() }))}
        />
        <Input.Search
          allowClear={clearable()}
          placeholder={t('按标题查找')}
          aria-label={t('按标题查找')}
          onChange={event => typed.later(event.target.value)}
        />
        {box === 1 && plain.length > 0 && <Several cards={plain} chosen={chosen} onChoose={setChosen} />}
      </div>
      {link !== null && <OpenedLink key={link} link={link} onOpen={show} onClose={() => show(null)} />}
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={box === 1 ? t('没有等您审批的事项') : t('这里还没有审批')} />
      ) : (
        <ul className="zg-approval-cards">
          {list.map(card => (
            <Card
              key={card.id}
              card={card}
              box={box}
              isChosen={chosen.includes(card.id)}
              onChoose={is => setChosen(before => (is ? [...before, card.id] : before.filter(id => id !== card.id)))}
              onOpen={() => show(card)}
            />
          ))}
        </ul>
      )}
      {data !== undefined && <Pages page={page} total={data.total} onTurn={setPage} />}
      {shown !== null && <ApprovalDrawer key={`${shown.formCode} ${shown.keyValue}`} {...shown} onClose={() => show(null)} />}
    </div>
  )
}

const isPast = (at: string): boolean => instantMs(at) < serverNowMs()

interface SeveralProps {
  readonly cards: readonly ApprovalCard[]
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

function Several({ cards, chosen, onChoose }: SeveralProps) {
  const [asking, setAsking] = useState<'confirm' | 'back' | null>(null)
  const later = useLater()
  const refresh = useRefreshApprovals()
  const all = cards.map(card => card.id)
  const answer = (way: Way, opinion: string): void => {
    const answered = cards.filter(one => chosen.includes(one.id))
    setAsking(null)
    onChoose([])
    const text = way === 'confirm' ? t('已同意 {count} 条', { count: answered.length }) : t('已退回 {count} 条', { count: answered.length })
    later.begin(text, async isLeaving => {
      let done = 0
      const one = async (card: ApprovalCard): Promise<void> => {
        if (await sendAnswer(way, answerOf(card, opinion), isLeaving)) done += 1
      }
      // each is a transaction of its own, and a refused one leaves the others
      if (isLeaving) await Promise.all(answered.map(one))
      else for (const card of answered) await one(card)
      if (done > 0) feedback.success(way === 'confirm' ? t('已同意 {count} 条', { count: done }) : t('已退回 {count} 条', { count: done }))
      for (const formCode of new Set(answered.map(card => card.formCode))) refresh(formCode)
    })
  }
  if (later.waiting !== null) return <AnswerWaiting later={later} />
  return (
    <>
      <div className="zg-several">
        <Checkbox
          checked={chosen.length === all.length}
          indeterminate={chosen.length > 0 && chosen.length < all.length}
          onChange={event => onChoose(event.target.checked ? all : [])}
        >
          {t('全选')}
        </Checkbox>
        <Button type="primary" disabled={chosen.length === 0} onClick={() => setAsking('confirm')}>
          {t('批量同意（{count}）', { count: chosen.length })}
        </Button>
        <Button danger disabled={chosen.length === 0} onClick={() => setAsking('back')}>
          {t('批量退回（{count}）', { count: chosen.length })}
        </Button>
      </div>
      {asking !== null && chosen.length > 0 && (
        <AnswerLine
          key={asking}
          asking={asking}
          to={[{ way: 'backStart', label: t('申请人') }]}
          onSend={(opinion, way) => answer(way, opinion)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

interface CardProps {
  readonly card: ApprovalCard
  readonly box: Box
  readonly isChosen: boolean
  readonly onChoose: (is: boolean) => void
  readonly onOpen: () => void
}

const taskTags: Readonly<Record<number, () => string>> = { 2: () => t('已同意'), 3: () => t('已退回'), 4: () => t('已转交') }

function Card({ card, box, isChosen, onChoose, onOpen }: CardProps) {
  const isLate = card.dueAt !== null && isPast(card.dueAt)
  return (
    <li className="zg-approval-card" data-card={card.id}>
      <div className="zg-approval-card-head">
        {box === 1 && card.isPlain === 1 && (
          <Checkbox checked={isChosen} aria-label={card.title} onChange={event => onChoose(event.target.checked)} />
        )}
        <button type="button" className="zg-approval-card-title" onClick={onOpen}>
          {card.title}
        </button>
        <Tag>{card.formName}</Tag>
        {box === 3 ? <StateTag state={card.state} /> : box === 2 && <Tag>{taskTags[card.state]?.()}</Tag>}
        {card.actingFor !== '' && <Tag color="warning">{t('代 {name} 审批', { name: card.actingFor })}</Tag>}
        {isLate && box === 1 && <Badge status="error" text={t('已超时')} />}
      </div>
      <dl className="zg-approval-card-figures">
        {card.figures
          .filter(one => one.value !== '')
          .map(one => (
            <div key={one.title}>
              <dt>{one.title}</dt>
              <dd>{one.value}</dd>
            </div>
          ))}
      </dl>
      <div className="zg-approval-card-foot">
        <span>
          {card.applicant} · {card.step} · {showInstant(card.arrivedAt)}
          {card.dueAt !== null && ` · ${t('截止')} ${showInstant(card.dueAt)}`}
        </span>
        {box === 1 && <CardAnswer card={card} onOpen={onOpen} />}
      </div>
    </li>
  )
}

/** A and R press the button of the card that has the focus, else of the first. */
function useCardKeys(isOn: boolean): void {
  const isShown = useIsShown()
  useAnswerKeys(way => {
    const held = document.activeElement?.closest('[data-card]') ?? document.querySelector('.zg-approval-cards [data-card]')
    const button = isOn && isShown ? held?.querySelector<HTMLButtonElement>(`[data-answer="${way}"]`) : null
    button?.click()
    return button !== null && button !== undefined
  })
}
