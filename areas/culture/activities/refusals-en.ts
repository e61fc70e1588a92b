/** English of what activities refuse and tell. */
import type { English } from '#platform/declare/sentence.ts'

export const activityEnglish: English = {
  '您的账号没有关联员工，不能报名活动': 'Your account belongs to no employee, so you can’t sign up',
  这个活动不面向您: 'This activity is not for you',
  '活动“{}”不在报名中': '“{}” takes no sign-ups now',
  您已经报名了这个活动: 'You signed up for this already',
  您还没有报名这个活动: 'You have not signed up for this',
  '您已经签到，不能取消报名': 'You checked in already, so you can’t cancel',
  '活动已经开始，不能取消报名': 'The activity has begun, so you can’t cancel',
  '签到码不对，请核对后再输入': 'No activity has this code; check it and type it again',
  '活动“{}”现在不能签到': 'Nobody checks in to “{}” now',
  '活动开始前 {} 分钟起才能签到': 'You can check in from {} minutes before the beginning on',
  '您没有报名这个活动，请联系组织者': 'You have not signed up for this: ask the organisers',
  '您在候补名单上，还没有名额，请联系组织者': 'You are on the waiting list without a seat yet: ask the organisers',
  '截止 {} 个、结束 {} 个活动': 'Sign-up ended for {}, {} were held',
}
