/** Where a comment or an answer is written: words, people by @, files chosen, dropped or pasted. */
import { PaperClipOutlined } from '@ant-design/icons'
import { Button, Mentions } from 'antd'
import type { MentionsRef } from 'antd/es/mentions'
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import type { UploadedFile } from '../../declare/wire.ts'
import type { ThreadDefinition } from '../../declare/wire-thread.ts'
import { FileItem, UploadingItem } from '../files/file-item.tsx'
import { ScanFiles } from '../files/scan-files.tsx'
import { useDrop, useFiles } from '../files/use-files.ts'
import '../files/files-control.css'
import { t } from '../i18n/t.ts'
import { toEdit, toSend, withPicked } from './mention-text.ts'
import { usePeople } from './use-people.ts'
import './thread.css'

export interface Written {
  /** as it is stored, with whom it mentions */
  readonly content: string
  readonly files: readonly string[]
}

interface ComposerProps {
  readonly thread: ThreadDefinition
  readonly id: string
  readonly label: string
  readonly okText: string
  /** as it is stored: what is edited, or whom an answer begins with */
  readonly content?: string
  readonly files?: readonly UploadedFile[]
  readonly autoFocus?: boolean
  /** whether it was kept: what was typed stays where it was not */
  readonly onSend: (written: Written) => Promise<boolean>
  readonly onCancel?: () => void
}

const none: readonly UploadedFile[] = []

/** What is being written, and how it is sent. */
function useWriting({ thread, id, content = '', files = none, onSend }: ComposerProps) {
  const [start] = useState(() => toEdit(content))
  const [text, setText] = useState(start.text)
  const [picked, setPicked] = useState(start.picked)
  const [attached, setAttached] = useState(files)
  const [isSending, setSending] = useState(false)
  const people = usePeople(thread, id, picked)
  const gathered = useFiles({ value: attached, onChange: setAttached, max: thread.filesMax })
  const isReady = (text.trim() !== '' || attached.length > 0) && !gathered.uploads.isUploading
  return {
    text,
    setText,
    people,
    attached,
    gathered,
    isReady,
    isSending,
    pick(value: string | undefined): void {
      const one = people.of(value)
      if (one?.accountId != null) setPicked(withPicked(picked, one.accountId, one.name))
    },
    async send(): Promise<void> {
      if (!isReady || isSending) return
      setSending(true)
      const isKept = await onSend({ content: toSend(text, picked), files: attached.map(file => file.id) })
      setSending(false)
      if (!isKept) return
      setText('')
      setAttached([])
    },
  }
}
type Writing = ReturnType<typeof useWriting>

export function Composer(props: ComposerProps) {
  const { okText, onCancel } = props
  const writing = useWriting(props)
  const { attached, gathered, isReady, isSending, send } = writing
  const drop = useDrop(false, gathered.add)
  return (
    <div
      className="zg-files zg-thread-composer"
      {...drop}
      onPaste={event => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        gathered.add([...event.clipboardData.files])
      }}
    >
      <Words {...props} writing={writing} />
      {(attached.length > 0 || gathered.uploads.onTheWay.length > 0) && <Attached writing={writing} />}
      <div className="zg-thread-foot">
        <Attach writing={writing} />
        <span className="zg-files-hint">{t('可粘贴或拖入图片和文件')}</span>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('取消')}</Button>}
        <Button type="primary" disabled={!isReady} loading={isSending} onClick={() => void send()}>
          {okText}
        </Button>
      </div>
    </div>
  )
}

function Words({ thread, label, autoFocus = false, onCancel, writing }: ComposerProps & { readonly writing: Writing }) {
  const { people } = writing
  const field = useRef<MentionsRef>(null)
  useEffect(() => {
    // behind what stands there already
    const area = autoFocus ? field.current?.textarea : null
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [autoFocus])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void writing.send()
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      // not the drawer around it
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <Mentions
      ref={field}
      aria-label={label}
      placeholder={t('输入内容，@ 可提到同事')}
      autoSize={{ minRows: 2, maxRows: 10 }}
      maxLength={thread.max}
      value={writing.text}
      prefix="@"
      onChange={writing.setText}
      onSearch={people.search}
      onSelect={({ value }) => writing.pick(value)}
      onKeyDown={onKeyDown}
      options={people.options}
      notFoundContent={people.isLoading ? t('正在查找') : t('没有能看到这条记录的同事')}
      filterOption={false}
    />
  )
}

const Attached = ({ writing: { attached, gathered } }: { writing: Writing }) => (
  <ul className="zg-file-rows">
    {attached.map(file => (
      <FileItem key={file.id} file={file} isTile={false} onRemove={() => gathered.remove(file.id)} />
    ))}
    {gathered.uploads.onTheWay.map(one => (
      <UploadingItem
        key={one.key}
        one={one}
        onRemove={() => gathered.uploads.remove(one.key)}
        onRetry={() => gathered.uploads.retry(one.key)}
      />
    ))}
  </ul>
)

function Attach({ writing: { gathered } }: { writing: Writing }) {
  const input = useRef<HTMLInputElement>(null)
  const onChosen = (event: ChangeEvent<HTMLInputElement>): void => {
    gathered.add([...(event.target.files ?? [])])
    // the same file may be chosen again
    event.target.value = ''
  }
  return (
    <>
      <input ref={input} type="file" hidden multiple aria-label={t('选择文件')} onChange={onChosen} />
      <Button type="text" icon={<PaperClipOutlined aria-hidden />} disabled={gathered.room === 0} onClick={() => input.current?.click()}>
        {t('添加附件')}
      </Button>
      <ScanFiles type="text" kind={gathered.kind} disabled={gathered.room === 0} onDone={gathered.addScanned} />
    </>
  )
}
