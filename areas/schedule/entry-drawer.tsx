/** One entry: what, when, where, with whom; answering, changing, deleting. */
import { feedback } from '#platform/web/api/feedback.ts'
import { Button, Descriptions, Flex, Tag } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import type { Occurrence } from './answers.ts'
import type { SeriesQuestion } from './scope-dialog.tsx'
import { repeatParts, spanText } from './times.tsx'
import { answerNames, kindHues, kindNames, remindNames, repeatNames, visibilityNames, type useWrite } from './use-schedule.tsx'

interface Props {
  readonly one: Occurrence
  readonly write: ReturnType<typeof useWrite>
  onClose(): void
  onEdit(): void
  onAsk(asked: SeriesQuestion): void
}

const answerHues: Readonly<Record<number, string>> = { 1: 'gold', 2: 'green', 3: 'red' }

export function EntryDrawer({ one, write, onClose, onEdit, onAsk }: Props) {
  return (
    <TabDrawer
      open
      size={480}
      title={one.title}
      onClose={onClose}
      footer={
        <Flex gap={8} wrap>
          {one.isOwn ? <OwnButtons {...{ one, write, onClose, onEdit, onAsk }} /> : <AnswerButtons {...{ one, write, onClose }} />}
        </Flex>
      }
    >
      <Descriptions column={1} size="small" items={itemsOf(one)} />
    </TabDrawer>
  )
}

function itemsOf(one: Occurrence) {
  const { choice, until, count } = repeatParts(one.repeat)
  const end = until === null ? (count === null ? '' : t('，共 {n} 次', { n: count })) : t('，到 {day}', { day: until })
  const items = [
    { key: 'kind', label: t('类型'), children: <Tag color={kindHues[one.kind ?? 1] ?? 'default'}>{kindNames()[one.kind ?? 1]}</Tag> },
    { key: 'when', label: t('时间'), children: spanText(one.startAt, one.endAt, one.allDay) },
    ...(one.repeat === null ? [] : [{ key: 'repeat', label: t('重复'), children: `${repeatNames()[choice] ?? ''}${end}` }]),
    ...(one.place === null || one.place === '' ? [] : [{ key: 'place', label: t('地点'), children: one.place }]),
    ...(one.remind === null
      ? []
      : [{ key: 'remind', label: t('提醒'), children: remindNames()[one.remind] ?? t('{n} 分钟前', { n: one.remind }) }]),
    ...(one.isOwn ? [{ key: 'visibility', label: t('可见性'), children: visibilityNames()[one.visibility ?? 1] }] : []),
    { key: 'owner', label: t('所有人'), children: one.owner?.name ?? '' },
    ...(one.participants.length < 2 ? [] : [{ key: 'people', label: t('参与人'), children: <People one={one} /> }]),
    ...(one.remark === null || one.remark === ''
      ? []
      : [{ key: 'remark', label: t('备注'), children: <span className="zg-schedule-remark">{one.remark}</span> }]),
  ]
  return items
}

function People({ one }: { one: Occurrence }) {
  const others = one.participants.filter(person => person.employeeId !== one.owner?.employeeId)
  return (
    <Flex vertical gap={4}>
      {others.map(person => (
        <Flex key={person.employeeId} gap={8} align="center">
          <span>{person.name}</span>
          <Tag color={answerHues[person.answer] ?? 'default'}>{answerNames()[person.answer]}</Tag>
        </Flex>
      ))}
    </Flex>
  )
}

function OwnButtons({ one, write, onClose, onEdit, onAsk }: Props) {
  const remove = (more: object): Promise<boolean> => write('delete', { id: one.id, ...more }, t('已删除'))
  const isSeries = one.occurrenceOn !== null
  const done = (): void => {
    const body = { id: one.id, version: one.version, done: !one.done }
    const more = isSeries ? { scope: 1, occurrenceOn: one.occurrenceOn } : {}
    void write('update', { ...body, ...more }, t('已保存')).then(isDone => isDone && onClose())
  }
  return (
    <>
      <Button type="primary" onClick={onEdit}>
        {t('编辑')}
      </Button>
      {one.kind === 3 && <Button onClick={done}>{one.done ? t('标为未完成') : t('标为已完成')}</Button>}
      {isSeries ? (
        <Button
          danger
          onClick={() => {
            onAsk({ verb: 'remove', occurrenceOn: one.occurrenceOn ?? '', done: remove })
            onClose()
          }}
        >
          {t('删除')}
        </Button>
      ) : (
        <Asked loses title={t('确定要删除这条日程吗？')} onConfirm={() => void remove({}).then(onClose)}>
          <Button danger>{t('删除')}</Button>
        </Asked>
      )}
    </>
  )
}

function AnswerButtons({ one, write, onClose }: Pick<Props, 'one' | 'write' | 'onClose'>) {
  const answer = (given: 2 | 3): void => {
    if (one.answer === given) feedback.success(t('您已经这样回复过了'))
    else void write('answer', { id: one.id, answer: given }, t('已回复')).then(isDone => isDone && onClose())
  }
  return (
    <>
      <Button type="primary" disabled={one.answer === 2} onClick={() => answer(2)}>
        {t('接受')}
      </Button>
      <Button disabled={one.answer === 3} onClick={() => answer(3)}>
        {t('拒绝')}
      </Button>
      {one.occurrenceOn !== null && <span className="zg-schedule-hint">{t('回复对整个系列有效')}</span>}
    </>
  )
}
