/** Planner in working days: a beginning and the hours of work give the end; weekends and holidays push it on. */
import { Form, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { planEnd, workingDays, type WorkCalendar } from '#platform/format/working-time.ts'
import { t } from '../i18n/t.ts'
import { DatePicker } from './date-pickers.tsx'
import './widgets.css'

const startFormat = 'YYYY-MM-DD HH:mm'
const hourMinutes = 60
/** Half an hour; a plan in minutes pretends to know too much. */
const stepHours = 0.5
const hoursMax = 4_000

export interface WorkPlan {
  /** YYYY-MM-DD HH:mm */
  readonly start: string | null
  readonly minutes: number
}

interface WorkPlannerProps {
  readonly plan: WorkPlan
  readonly calendar?: WorkCalendar
  readonly onChange: (plan: WorkPlan) => void
}

export function WorkPlanner({ plan, calendar = {}, onChange }: WorkPlannerProps) {
  const { start, minutes } = plan
  const end = start === null ? null : planEnd(start, minutes, calendar)
  const days = start === null || end === null ? 0 : workingDays(start.slice(0, 10), end.slice(0, 10), calendar)
  return (
    <Form layout="vertical" className="zg-planner" component="div">
      <Form.Item label={t('开始时间')} htmlFor="zg-plan-start">
        <DatePicker
          id="zg-plan-start"
          showTime={{ format: 'HH:mm', minuteStep: 30 }}
          format={startFormat}
          value={start === null ? null : dayjs(start)}
          onChange={day => onChange({ ...plan, start: day === null ? null : day.format(startFormat) })}
        />
      </Form.Item>
      <Form.Item label={t('工时（小时）')} htmlFor="zg-plan-hours">
        <InputNumber
          id="zg-plan-hours"
          min={0}
          max={hoursMax}
          step={stepHours}
          // 8, not 8.0: the step's decimals are not the value's
          formatter={hours => (hours === undefined ? '' : String(Number(hours)))}
          value={minutes / hourMinutes}
          onChange={hours => onChange({ ...plan, minutes: Math.round((hours ?? 0) * hourMinutes) })}
        />
      </Form.Item>
      <dl className="zg-plan-end">
        <dt>{t('预计完成')}</dt>
        <dd>{end ?? '—'}</dd>
        <dt>{t('占用工作日')}</dt>
        <dd>{end === null ? '—' : t('{days} 天', { days })}</dd>
      </dl>
      <p className="zg-plan-hint">{t('工作时间为周一至周五 09:00–13:00、14:00–18:00，遇周末和节假日顺延')}</p>
    </Form>
  )
}
