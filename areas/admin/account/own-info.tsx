/** 个人信息: name and place in the company are the company's; nickname, interests and picture are one's own. */
import { Alert, Button, Descriptions, Form, Input, Select, type FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { MISSING } from '#platform/format/numbers.ts'
import { ApiError, fieldErrors } from '#platform/web/api/client.ts'
import { codes } from '#platform/web/api/envelope.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { Conflict, type ConflictChange } from '#platform/web/form/conflict.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { AvatarUpload } from './avatar-upload.tsx'
import type { OwnAccount, OwnEmployee } from './answers.ts'
import { useSaveOwn } from './own-data.tsx'

export const NoEmployee = () => <Alert type="info" showIcon title={t('当前组织没有您的员工资料，请联系系统管理员')} />

export function OwnInfo({ account: { employee, name } }: { account: OwnAccount }) {
  return employee === null ? <NoEmployee /> : <InfoForm employee={employee} name={name} />
}

interface InfoValues {
  readonly nickname: string | null
  readonly interests: readonly string[]
}
const infoFields = ['nickname', 'interests'] as const
const valuesOf = ({ nickname, interests }: OwnEmployee): InfoValues => ({ nickname, interests: interests ?? [] })

const written = (value: InfoValues[keyof InfoValues]): string => (typeof value === 'string' ? value : value?.join(t('、'))) || MISSING

/** What another window saved since `base`. */
function changesSince(base: OwnEmployee, now: OwnEmployee): ConflictChange[] {
  const [before, after] = [valuesOf(base), valuesOf(now)]
  const titles = { nickname: t('昵称'), interests: t('兴趣') }
  return infoFields
    .map(field => ({ title: titles[field], from: written(before[field]), to: written(after[field]) }))
    .filter(({ from, to }) => from !== to)
}

function follow(form: FormInstance<InfoValues>, employee: OwnEmployee, fields: readonly (keyof InfoValues)[]): void {
  const latest = valuesOf(employee)
  form.setFields(fields.map(name => ({ name, value: latest[name], touched: false })))
}

function useInfo(employee: OwnEmployee) {
  const [form] = Form.useForm<InfoValues>()
  const [busy, setBusy] = useState(false)
  /** the refusal, and what the refused values were made from */
  const [overtaken, setOvertaken] = useState<{ message: string; base: OwnEmployee } | null>(null)
  const save = useSaveOwn()
  // where nothing was typed the record is followed
  useEffect(
    () =>
      follow(
        form,
        employee,
        infoFields.filter(name => !form.isFieldTouched(name)),
      ),
    [form, employee],
  )
  const refused = (error: ApiError): void => {
    const errors = fieldErrors(error)
    if (error.code === codes.conflict) setOvertaken({ message: error.msg, base: employee })
    else if (errors.length === 0) feedback.warning(error.msg)
    else form.setFields(errors.map(({ field, message }) => ({ name: field as keyof InfoValues, errors: [message] })))
  }
  return {
    form,
    busy,
    overtaken,
    takeLatest(): void {
      follow(form, employee, infoFields)
      setOvertaken(null)
    },
    async store(values: InfoValues): Promise<void> {
      setBusy(true)
      try {
        await save.employee(employee.version, values)
        form.setFields(infoFields.map(name => ({ name, touched: false })))
        setOvertaken(null)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // what was typed stays
        refused(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

function InfoForm({ employee, name }: { employee: OwnEmployee; name: string }) {
  const { form, busy, overtaken, takeLatest, store } = useInfo(employee)
  return (
    <div className="zg-own-info">
      <Form
        form={form}
        className="zg-own-form"
        layout="vertical"
        requiredMark={false}
        initialValues={valuesOf(employee)}
        onFinish={values => void store(values)}
      >
        {overtaken !== null && (
          <Conflict
            message={overtaken.message}
            changes={changesSince(overtaken.base, employee)}
            busy={busy}
            onKeepMine={() => form.submit()}
            onTakeLatest={takeLatest}
          />
        )}
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'name', label: t('姓名'), children: name },
            { key: 'no', label: t('工号'), children: employee.no },
            { key: 'dept', label: t('部门'), children: employee.deptName ?? MISSING },
            { key: 'position', label: t('职位'), children: employee.positionName || MISSING },
          ]}
        />
        <Form.Item name="nickname" label={t('昵称')} extra={t('有昵称时，页面上显示昵称')}>
          <Input maxLength={30} showCount />
        </Form.Item>
        <Form.Item name="interests" label={t('兴趣')} extra={t('最多10个，输入后按回车')}>
          <Select mode="tags" maxCount={10} tokenSeparators={[',', '，', '、', ' ']} open={false} suffixIcon={null} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存')}
        </Button>
      </Form>
      <AvatarUpload employee={employee} name={name} />
    </div>
  )
}
