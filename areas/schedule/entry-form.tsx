/** The form of an entry: new ones and one's own. */
import { Alert, Button, Flex, Form, Input, InputNumber, Radio, Select, Switch, type FormInstance } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { addDays } from '#platform/format/dates.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import type { Occurrence } from './answers.ts'
import type { SeriesQuestion } from './scope-dialog.tsx'
import { dayOf, instantOf, lastDayOf, repeatChoices, repeatParts, ruleOf, wallOf, type RepeatChoice } from './times.tsx'
import { kindNames, remindNames, repeatNames, visibilityNames, type useWrite } from './use-schedule.tsx'

export interface Draft {
  /** null: a new one */
  readonly one: Occurrence | null
  readonly startAt: string
  readonly endAt: string
  readonly allDay: boolean
}

interface Values {
  readonly title: string
  readonly kind: number
  readonly allDay: boolean
  readonly start: Dayjs
  readonly end: Dayjs
  readonly place?: string
  readonly remark?: string
  readonly remind?: number | null
  readonly visibility: number
  readonly participants: readonly string[]
  readonly repeat: RepeatChoice | 'other'
  readonly ends: 'never' | 'until' | 'count'
  readonly until?: Dayjs
  readonly count?: number
}

const wallFormat = 'YYYY-MM-DDTHH:mm:ss'
const dayFormat = 'YYYY-MM-DD'

function initialOf({ one, startAt, endAt, allDay }: Draft): Values {
  const parts = repeatParts(one?.repeat ?? null)
  return {
    title: one?.title ?? '',
    kind: one?.kind ?? 1,
    allDay,
    start: dayjs(allDay ? dayOf(startAt) : wallOf(startAt)),
    end: dayjs(allDay ? lastDayOf(endAt) : wallOf(endAt)),
    place: one?.place ?? '',
    remark: one?.remark ?? '',
    remind: one === null ? 15 : one.remind,
    visibility: one?.visibility ?? 1,
    participants: (one?.participants ?? []).map(person => person.employeeId).filter(id => id !== one?.owner?.employeeId),
    repeat: parts.choice,
    ends: parts.until !== null ? 'until' : parts.count !== null ? 'count' : 'never',
    ...(parts.until === null ? {} : { until: dayjs(parts.until) }),
    ...(parts.count === null ? {} : { count: parts.count }),
  }
}

/** What the call takes. */
function bodyOf(values: Values, before: Occurrence | null): Record<string, unknown> {
  const { title, kind, allDay, start, end, place, remark, remind, visibility, participants, repeat, ends, until, count } = values
  const rule = ruleOf({
    choice: repeat,
    until: ends === 'until' && until !== undefined ? until.format(dayFormat) : null,
    count: ends === 'count' ? (count ?? null) : null,
    rule: repeatParts(before?.repeat ?? null).rule,
  })
  const times = allDay
    ? { startAt: instantOf(start.format(dayFormat)), endAt: instantOf(addDays(end.format(dayFormat), 1)) }
    : { startAt: instantOf(start.format(wallFormat)), endAt: instantOf(end.format(wallFormat)) }
  return {
    title: title.trim(),
    kind,
    allDay,
    ...times,
    place: place?.trim() ? place.trim() : null,
    remark: remark?.trim() ? remark.trim() : null,
    remind: remind ?? null,
    visibility,
    participants: [...participants],
    repeat: rule,
  }
}

interface Props {
  readonly draft: Draft
  readonly write: ReturnType<typeof useWrite>
  onClose(): void
  onAsk(asked: SeriesQuestion): void
}

/** Saves what the form holds; of a series it is asked first which times are meant. */
function useSave(
  form: FormInstance<Values>,
  { draft: { one }, write, onClose, onAsk }: Props,
): { isBusy: boolean; save: () => Promise<void> } {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    // what is wrong is shown in the form
    const values = await form.validateFields().catch(() => null)
    if (values === null) return
    const { repeat, ...single } = bodyOf(values, one)
    const change = async (more: { scope?: 1 | 2 | 3 }): Promise<boolean> => {
      // of one time of a series the rule is not meant
      const body = more.scope === 1 ? single : { ...single, repeat }
      const isDone = await write(
        one === null ? 'add' : 'update',
        one === null ? body : { ...body, ...more, id: one.id, version: one.version },
        t('已保存'),
      )
      if (isDone) onClose()
      return isDone
    }
    if (one !== null && one.occurrenceOn !== null) {
      onAsk({ verb: 'edit', occurrenceOn: one.occurrenceOn, done: change })
      return
    }
    setBusy(true)
    if (!(await change({}))) setBusy(false)
  }
  return { isBusy, save }
}

export function EntryForm(props: Props) {
  const { draft, onClose } = props
  const [form] = Form.useForm<Values>()
  const { isBusy, save } = useSave(form, props)
  return (
    <TabModal
      title={draft.one === null ? t('新增日程') : t('编辑日程')}
      open
      width={600}
      okText={t('保存')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form<Values> form={form} layout="vertical" initialValues={initialOf(draft)}>
        <Form.Item
          name="title"
          label={t('主题')}
          rules={[{ required: true, whitespace: true, max: 100, message: t('请填写主题，最多 {n} 个字', { n: 100 }) }]}
        >
          <Input autoFocus maxLength={100} />
        </Form.Item>
        <Flex gap={16} wrap>
          <Form.Item name="kind" label={t('类型')} className="zg-schedule-half">
            <Radio.Group optionType="button" options={optionsOf(kindNames())} />
          </Form.Item>
          <Form.Item name="allDay" label={t('全天')} valuePropName="checked" className="zg-schedule-half">
            <Switch />
          </Form.Item>
        </Flex>
        <Times form={form} />
        <Form.Item name="participants" label={t('参与人')}>
          <ReferenceSelect
            target="employee"
            multiple
            maxTagCount={8}
            allowClear={clearable()}
            placeholder={t('选择同事，他们会收到邀请')}
          />
        </Form.Item>
        <Flex gap={16} wrap>
          <Form.Item name="place" label={t('地点')} className="zg-schedule-half">
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="remind" label={t('提醒')} className="zg-schedule-half">
            <Select allowClear={clearable()} placeholder={t('不提醒')} options={optionsOf(remindNames())} />
          </Form.Item>
        </Flex>
        <Repeat />
        <Form.Item name="visibility" label={t('可见性')}>
          <Radio.Group options={optionsOf(visibilityNames())} />
        </Form.Item>
        <Form.Item name="remark" label={t('备注')}>
          <Input.TextArea maxLength={2_000} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}

const optionsOf = (names: Readonly<Record<number, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value: Number(value), label }))

const pickerOf = (allDay: boolean) => ({
  className: 'zg-schedule-wide',
  format: allDay ? dayFormat : 'YYYY-MM-DD HH:mm',
  showTime: allDay ? false : { format: 'HH:mm', minuteStep: 5 as const },
  allowClear: false,
})

/** Beginning and end; the end can be worked out from hours of work by the working calendar. */
function Times({ form }: { form: FormInstance<Values> }) {
  const allDay = Form.useWatch('allDay', form) === true
  const ends = async (_rule: unknown, end: Dayjs | null): Promise<void> => {
    const start = form.getFieldValue('start') as Dayjs | null
    if (end === null || start === null) throw new Error(t('请选择结束时间'))
    if (allDay ? end.isBefore(start, 'day') : !end.isAfter(start)) throw new Error(t('结束时间应晚于开始时间'))
  }
  return (
    <>
      <Flex gap={16} wrap>
        <Form.Item
          name="start"
          label={t('开始时间')}
          className="zg-schedule-half"
          rules={[{ required: true, message: t('请选择开始时间') }]}
        >
          <DatePicker {...pickerOf(allDay)} />
        </Form.Item>
        <Form.Item
          name="end"
          label={t('结束时间')}
          className="zg-schedule-half"
          dependencies={['start', 'allDay']}
          rules={[{ required: true, validator: ends }]}
        >
          <DatePicker {...pickerOf(allDay)} />
        </Form.Item>
      </Flex>
      {!allDay && <PlannedEnd form={form} />}
    </>
  )
}

function PlannedEnd({ form }: { form: FormInstance<Values> }) {
  const [hours, setHours] = useState<number | null>(null)
  const plan = async (): Promise<void> => {
    const start = form.getFieldValue('start') as Dayjs | null
    if (start === null || hours === null) return
    const startAt = instantOf(start.format(wallFormat))
    const { endAt } = await api.post<{ endAt: string }>('/MyScheduleData/plan', { startAt, minutes: Math.round(hours * 60) })
    form.setFieldValue('end', dayjs(wallOf(endAt)))
    void form.validateFields(['end'])
  }
  return (
    <Form.Item label={t('按工作时间推算结束')} extra={t('跳过周末、节假日和午休')}>
      <Flex gap={8}>
        <InputNumber<number>
          controls={false}
          className="zg-schedule-hours"
          min={0.5}
          max={2_000}
          step={0.5}
          value={hours}
          onChange={setHours}
          suffix={t('小时')}
          aria-label={t('工作小时数')}
        />
        <Button disabled={hours === null} onClick={() => void ignoreShownRefusal(plan())}>
          {t('推算')}
        </Button>
      </Flex>
    </Form.Item>
  )
}

function Repeat() {
  const form = Form.useFormInstance<Values>()
  const repeat = Form.useWatch('repeat', form)
  const ends = Form.useWatch('ends', form)
  const start = Form.useWatch('start', form)
  const day = start === undefined ? 0 : start.date()
  const names = repeatNames()
  const offered = [...repeatChoices, ...(form.getFieldValue('repeat') === 'other' ? (['other'] as const) : [])]
  return (
    <>
      <Flex gap={16} wrap>
        <Form.Item name="repeat" label={t('重复')} className="zg-schedule-half">
          <Select options={offered.map(value => ({ value, label: names[value] }))} />
        </Form.Item>
        {repeat !== undefined && repeat !== 'none' && (
          <Form.Item name="ends" label={t('结束')} className="zg-schedule-half">
            <Radio.Group
              optionType="button"
              options={[
                { value: 'never', label: t('不结束') },
                { value: 'until', label: t('到某天') },
                { value: 'count', label: t('若干次') },
              ]}
            />
          </Form.Item>
        )}
      </Flex>
      {repeat === 'monthly' && day > 28 && (
        <Alert
          type="info"
          showIcon
          className="zg-schedule-note"
          title={t('没有 {n} 日的月份会跳过；每月最后一天请选“每月最后一天”', { n: day })}
        />
      )}
      {repeat !== undefined && repeat !== 'none' && ends === 'until' && (
        <Form.Item name="until" label={t('结束日期')} rules={[{ required: true, message: t('请选择结束日期') }]}>
          <DatePicker className="zg-schedule-half" />
        </Form.Item>
      )}
      {repeat !== undefined && repeat !== 'none' && ends === 'count' && (
        <Form.Item name="count" label={t('次数')} rules={[{ required: true, message: t('请填写次数') }]}>
          <InputNumber controls={false} min={1} max={1_000} precision={0} />
        </Form.Item>
      )}
    </>
  )
}
