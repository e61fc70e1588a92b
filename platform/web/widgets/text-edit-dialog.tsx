/** Dialog that edits one text: a line below 30 characters, from there on a box of 4 to 6 lines. Mounted only while it is open. */
import { Input } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { TabModal } from '../page/tab-modal.tsx'
import './widgets.css'

/** Specification, section 9. */
const lineMax = 30
const boxRows = { minRows: 4, maxRows: 6 }

interface TextEditDialogProps {
  readonly title: string
  readonly value: string
  /** characters */
  readonly max?: number
  /** false: an empty text is told, not saved */
  readonly optional?: boolean
  /** refused: the dialog stays with what was typed */
  readonly onSave: (text: string) => Promise<void>
  readonly onClose: () => void
}

const charactersIn = (text: string): number => Array.from(text).length

export function TextEditDialog({ title, value, max, optional = true, onSave, onClose }: TextEditDialogProps) {
  const [text, setText] = useState(value)
  const [isBusy, setBusy] = useState(false)
  const [isEmptyTold, setEmptyTold] = useState(false)
  // once a box it stays one: a text that shrinks must not jump under the hand
  const [isBox, setBox] = useState(charactersIn(value) >= lineMax)
  const caret = useRef(value.length)
  const change = (field: HTMLInputElement | HTMLTextAreaElement): void => {
    caret.current = field.selectionStart ?? field.value.length
    setText(field.value)
    setEmptyTold(false)
    if (charactersIn(field.value) >= lineMax) setBox(true)
  }
  const save = async (): Promise<void> => {
    if (!optional && text.trim() === '') return setEmptyTold(true)
    setBusy(true)
    await ignoreShownRefusal(onSave(text.trim()).then(onClose)).finally(() => setBusy(false))
  }
  const shared = {
    value: text,
    autoFocus: true,
    showCount: max !== undefined,
    'aria-label': title,
    ...(max === undefined ? {} : { maxLength: max }),
    ...(isEmptyTold ? { status: 'error' as const } : {}),
  }
  return (
    <TabModal
      title={title}
      open
      okText={t('保存')}
      cancelText={t('取消')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {isBox ? (
        <Input.TextArea
          {...shared}
          autoSize={boxRows}
          // the line became a box while typing: the cursor goes on where it was
          onFocus={event => event.target.setSelectionRange(caret.current, caret.current)}
          onChange={event => change(event.target)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
          }}
        />
      ) : (
        <Input {...shared} onChange={event => change(event.target)} onPressEnter={() => void save()} />
      )}
      <p className="zg-text-edit-fault" role="alert">
        {isEmptyTold && t('请输入{title}', { title })}
      </p>
    </TabModal>
  )
}
