/** 通知设置: which notices a person wants by mail, at once or once a day, and when not to be disturbed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { MessageKind, NoticePreference, NoticePreferences } from '../../declare/wire-messages.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { isPageFailure } from '../page/error-boundary.tsx'
import { TimePicker } from '../widgets/date-pickers.tsx'
import { kindText, messageKinds } from './kinds.ts'
import { Robots } from './robots.tsx'

const key = ['noticePreferences']
type Mail = NoticePreference['mail']
const ways = (): { value: Mail; label: string }[] => [
  { value: 0, label: t('不发邮件') },
  { value: 1, label: t('立即发送') },
  { value: 2, label: t('每日汇总') },
]

export function Preferences() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.post<NoticePreferences>('/noticePreference/list', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return <Form saved={data} />
}

type Chosen = Pick<NoticePreferences, 'quietFrom' | 'quietTo' | 'digestAt' | 'language'> & {
  readonly mails: Readonly<Record<string, Mail>>
}

function Form({ saved }: { saved: NoticePreferences }) {
  const client = useQueryClient()
  const { quietFrom, quietTo, digestAt, language, list } = saved
  const [chosen, setChosen] = useState<Chosen>({ quietFrom, quietTo, digestAt, language, mails: {} })
  const [busy, setBusy] = useState(false)
  const choose = (more: Partial<Chosen>): void => setChosen(before => ({ ...before, ...more }))
  const chooseMail = (codes: readonly string[], mail: Mail): void =>
    choose({ mails: { ...chosen.mails, ...Object.fromEntries(codes.map(code => [code, mail])) } })
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { mails, ...times } = chosen
      await api.write('/noticePreference/save', { ...times, mails: Object.entries(mails).map(([code, mail]) => ({ code, mail })) })
      feedback.success(t('通知设置已保存'))
      await client.invalidateQueries({ queryKey: key })
    } finally {
      setBusy(false)
    }
  }
  const mailOf = ({ code, mail }: NoticePreference): Mail => chosen.mails[code] ?? mail
  return (
    <div className="zg-preferences">
      <Hint saved={saved} />
      <Times chosen={chosen} onChoose={choose} />
      {messageKinds.map(kind => (
        <Kind key={kind} kind={kind} list={list.filter(one => one.kind === kind)} mailOf={mailOf} onChoose={chooseMail} />
      ))}
      <Robots />
      <div className="zg-preferences-save">
        <Button type="primary" loading={busy} onClick={() => void ignoreShownRefusal(save())}>
          {t('保存')}
        </Button>
      </div>
    </div>
  )
}

interface KindProps {
  readonly kind: MessageKind
  readonly list: readonly NoticePreference[]
  readonly mailOf: (of: NoticePreference) => Mail
  readonly onChoose: (codes: readonly string[], mail: Mail) => void
}

function Kind({ kind, list, mailOf, onChoose }: KindProps) {
  const [first] = list
  if (first === undefined) return null
  const isSame = list.every(one => mailOf(one) === mailOf(first))
  const name = kindText[kind]()
  const codes = list.map(({ code }) => code)
  return (
    <section aria-label={name}>
      <div className="zg-preferences-kind">
        <h2>{name}</h2>
        <Select<Mail>
          aria-label={`${name} ${t('整组设置')}`}
          placeholder={t('整组设置')}
          value={isSame ? mailOf(first) : null}
          options={ways()}
          onChange={mail => onChoose(codes, mail)}
        />
      </div>
      <ul>
        {list.map(one => (
          <li key={one.code}>
            <span>{one.name}</span>
            <Select<Mail>
              aria-label={one.name}
              variant="borderless"
              value={mailOf(one)}
              options={ways()}
              onChange={mail => onChoose([one.code], mail)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hint({ saved: { mailTo, mailReaches, zone } }: { saved: NoticePreferences }) {
  const fault = !mailReaches
    ? t('系统没有配置邮件服务，目前不会发送邮件')
    : mailTo === null || mailTo === ''
      ? t('您还没有邮箱，收不到邮件通知，请先在个人设置中绑定邮箱')
      : null
  return (
    <Alert
      showIcon
      type={fault === null ? 'info' : 'warning'}
      title={fault ?? t('邮件发送到 {address}', { address: mailTo ?? '' })}
      description={t('时间按 {zone} 计；免打扰时段内的邮件在结束后发送。消息总会留在这里，邮件由您选择', { zone })}
    />
  )
}

const timeOf = (text: string | null) => (text === null ? null : dayjs(text, 'HH:mm'))
const textOf = (time: dayjs.Dayjs | null): string | null => (time === null ? null : time.format('HH:mm'))

function Times({ chosen, onChoose }: { chosen: Chosen; onChoose: (more: Partial<Chosen>) => void }) {
  const { quietFrom, quietTo, digestAt, language } = chosen
  const common = { format: 'HH:mm', minuteStep: 5, needConfirm: false } as const
  return (
    <div className="zg-preferences-times">
      <div>
        <label htmlFor="quiet-from">{t('免打扰时段')}</label>
        <div className="zg-preferences-span">
          <TimePicker
            {...common}
            id="quiet-from"
            aria-label={t('免打扰开始')}
            value={timeOf(quietFrom)}
            onChange={time => onChoose({ quietFrom: textOf(time) })}
          />
          {t('至')}
          <TimePicker
            {...common}
            aria-label={t('免打扰结束')}
            value={timeOf(quietTo)}
            onChange={time => onChoose({ quietTo: textOf(time) })}
          />
        </div>
      </div>
      <div>
        <label htmlFor="digest-at">{t('汇总发送时间')}</label>
        <TimePicker
          {...common}
          id="digest-at"
          allowClear={false}
          value={timeOf(digestAt)}
          onChange={time => onChoose({ digestAt: textOf(time) ?? digestAt })}
        />
      </div>
      <div>
        <label htmlFor="mail-language">{t('邮件语言')}</label>
        <Select<1 | 2>
          id="mail-language"
          value={language}
          options={[
            { value: 1, label: t('中文') },
            { value: 2, label: t('英文') },
          ]}
          onChange={next => onChoose({ language: next })}
        />
      </div>
    </div>
  )
}
