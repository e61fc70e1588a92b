/** A letter to the general manager: with a name or without, saved as a draft, sent. */
import { Alert, Button, Form, Input, Radio, Switch } from 'antd'
import { useState } from 'react'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { FilesControl } from '#platform/web/files/files-control.tsx'
import { t } from '#platform/web/i18n/t.ts'
import type { Mail, Saved } from './answers.ts'
import { contentMax, filesMax, kindNames, subjectMax, useMailWrite } from './use-mail.tsx'

interface Values {
  readonly subject: string
  readonly content: string
  readonly kind: number
  readonly isAnonymous: boolean
  /** absent: none was ever chosen */
  readonly files?: readonly UploadedFile[]
}

interface LetterFormProps {
  readonly before: Mail | null
  /** the reply that it answers */
  readonly answers: Mail | null
  onSent(): void
  onSaved(): void
}

export function LetterForm({ before, answers, onSent, onSaved }: LetterFormProps) {
  const [form] = Form.useForm<Values>()
  const write = useMailWrite('emp')
  const [saved, setSaved] = useState<Saved | null>(before)
  const [isUploading, setUploading] = useState(false)
  const [busy, setBusy] = useState<'send' | 'save' | null>(null)
  const isAnonymous = Form.useWatch('isAnonymous', form) === true
  const save = async (isSent: boolean): Promise<void> => {
    // what is wrong is shown in the form
    const values = isSent ? await form.validateFields().catch(() => null) : form.getFieldsValue(true)
    if (values === null) return
    setBusy(isSent ? 'send' : 'save')
    const { files, ...rest } = values as Values
    const body = { ...rest, fileIds: (files ?? []).map(file => file.id), ...(answers === null ? {} : { parentId: answers.id }) }
    const done = isSent ? t('已发送，总经理阅读前可以撤回') : t('已存草稿')
    const answer =
      saved === null
        ? await write<Saved>('POST', isSent ? 'bossMsg' : 'temporarySend', body, done)
        : await write<Saved>('PUT', 'bossMsg', { ...body, id: saved.id, version: saved.version, state: isSent ? 1 : 0 }, done)
    setBusy(null)
    if (answer === null) return
    // the form of a new letter is empty again for the next one
    if (before === null) {
      form.resetFields()
      setSaved(null)
    } else setSaved(answer)
    if (isSent) onSent()
    else onSaved()
  }
  return (
    <Form<Values> form={form} layout="vertical" initialValues={initialOf({ before, answers })} className="zg-mail-form">
      <Form.Item name="subject" label={t('主题')} rules={[{ required: true, whitespace: true, message: t('请填写主题') }]}>
        <Input maxLength={subjectMax} showCount placeholder={t('一句话说明来意')} />
      </Form.Item>
      <Form.Item name="kind" label={t('类型')}>
        <Radio.Group optionType="button" options={Object.entries(kindNames()).map(([value, label]) => ({ value: Number(value), label }))} />
      </Form.Item>
      <Form.Item name="content" label={t('内容')} rules={[{ required: true, whitespace: true, message: t('请填写信件内容') }]}>
        <Input.TextArea
          maxLength={contentMax}
          autoSize={{ minRows: 8, maxRows: 24 }}
          placeholder={t('发生了什么、您的看法、希望怎样解决')}
        />
      </Form.Item>
      <Form.Item name="files" label={t('附件')}>
        <FilesControl max={filesMax} onBusy={setUploading} />
      </Form.Item>
      <Form.Item name="isAnonymous" label={t('匿名')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {isAnonymous && <SealNote />}
      <div className="zg-mail-actions">
        <Button type="primary" disabled={isUploading} loading={busy === 'send'} onClick={() => void save(true)}>
          {t('发送')}
        </Button>
        <Button disabled={isUploading} loading={busy === 'save'} onClick={() => void save(false)}>
          {t('存草稿')}
        </Button>
      </div>
    </Form>
  )
}

const SealNote = () => (
  <Alert
    type="info"
    showIcon
    className="zg-mail-note"
    title={t(
      '您的身份会加密保存，总经理和管理员都看不到；只有系统管理员和总经理两人共同申请才能开启，并且会通知您。信只写日期，一小时内的随机时间送达。',
    )}
  />
)

/** What the form begins with: the draft, or an answer to what was answered. */
const initialOf = ({ before, answers }: Pick<LetterFormProps, 'before' | 'answers'>): Values => ({
  subject: before?.subject ?? (answers === null ? '' : t('回复：{subject}', { subject: answers.subject }).slice(0, subjectMax)),
  content: before?.content ?? '',
  kind: before?.kind ?? answers?.kind ?? 1,
  isAnonymous: before?.isAnonymous ?? answers?.isAnonymous ?? false,
  files: before?.files ?? [],
})
