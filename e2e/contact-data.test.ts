import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { requestPhone } from './users.ts'

type Named = { readonly name: string }

for (const width of testedWidths) {
  /** Guarantee: an administrator adds fields to contacts, and a user fills them in by keyboard. */
  test(`contacts have the fields that an administrator defines at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    await page.goto(`${app.phoneUrl}/app-config/contact-fields`)
    await page.getByText('No fields yet.').waitFor()
    await inspectPage(page, 'contact-fields-empty')
    for (const [name, type, choices] of [
      ['Customer number', 'Text', ''],
      ['Tier', 'Choice', 'Gold\nSilver'],
      [longName, 'Link', ''],
      ['Newsletter', 'Checkbox', ''],
      ['Customer since', 'Date', ''],
    ] as const) {
      await page.getByRole('button', { name: 'Add field' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Type').selectOption(type)
      if (choices) await page.getByLabel('Choices').fill(choices)
      if (choices) await inspectPage(page, 'contact-field-dialog')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Archive Newsletter' }).click()
    await page.getByText('Archived', { exact: true }).waitFor()
    await inspectPage(page, 'contact-fields')

    await page.goto(`${app.phoneUrl}/contacts?edit=new`)
    await page.getByLabel('Name').fill(longName)
    await page.getByLabel('Customer number').fill('K-4187')
    await page.getByLabel('Tier').selectOption('Silver')
    await page.getByLabel('Customer since').fill('2024-02-29')
    await page.getByLabel(longName).fill('javascript:alert(1)')
    await page.getByLabel(longName).press('Enter')
    await page.getByText('Enter a web address').waitFor()
    await inspectPage(page, 'contact-custom-fields')
    await page.getByLabel(longName).fill('https://example.com/customers/4187')
    await page.getByLabel(longName).press('Enter')
    await page.getByText('February 29, 2024').waitFor()
    expect(await page.getByRole('link', { name: 'example.com/customers/4187' }).getAttribute('rel')).toBe(
      'noreferrer',
    )
    await inspectPage(page, 'contact-custom-values')
  })

  /** Guarantee: a user merges duplicates without losing anything, and undoes it. */
  test(`duplicates are merged, dismissed and undone at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    const add = (contact: object) => requestPhone(page, 'POST', '/contacts', contact)
    await add({ name: longName, company: 'Old', phones: [{ typed: '+1 202 555 0142' }], notes: 'First' })
    await add({ name: longName, company: 'New', phones: [{ typed: '+1 202 555 0143' }], notes: 'Second' })
    for (const name of ['Office', 'Sales', 'Support'])
      await add({
        name,
        emails: [{ address: 'office@example.com' }],
        visibility: name === 'Sales' ? 'private' : 'shared',
      })
    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Find duplicates' }).click()
    await page.getByText('2 suggestions').waitFor()
    await page.getByText('Same e-mail: 1 · Same name: 1').waitFor()
    await inspectPage(page, 'duplicates')

    const merge = page.getByRole('button', { name: `Merge ${longName}` })
    await merge.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Company').selectOption('New')
    await inspectPage(page, 'merge')
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Contacts merged', { exact: true }).waitFor()
    await page.getByText('1 suggestion', { exact: true }).waitFor()
    const read = async () => (await requestPhone(page, 'GET', '/contacts?search=featherstonehaugh')).items
    expect(await read()).toMatchObject([{ company: 'New', notes: 'First\n\nSecond', phones: [{}, {}] }])

    await page.getByRole('button', { name: /^Not duplicates: Office/ }).click()
    await page.getByText('No duplicates').waitFor()
    await inspectPage(page, 'duplicates-undo')
    await page.getByRole('button', { name: /^Undo: / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: 2 contacts restored', { exact: true }).waitFor()
    await page.getByText('1 suggestion', { exact: true }).waitFor()
    expect((await read()).map(({ company }: { company: string }) => company).toSorted()).toEqual([
      'New',
      'Old',
    ])
  })

  /** Guarantee: a user changes many contacts with one request, by mouse or keyboard, and undoes a deletion. */
  test(`many contacts are selected, tagged, deleted and restored at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const { page } = await openUser('ada', { width })
    const rows = Array.from(
      { length: 500 },
      (_, index) => `Contact ${String(index).padStart(3, '0')} ${index === 1 ? longName : ''}`,
    )
    await page.goto(`${app.phoneUrl}/contacts/import`)
    const buffer = Buffer.from(['Name', ...rows].join('\n'))
    await page
      .getByLabel('File with contacts')
      .setInputFiles({ name: 'all.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Import 500' }).click()
    await page.getByText('500 contacts imported').waitFor()

    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Select contacts' }).click()
    const box = (number: string) =>
      page.getByRole('checkbox', { name: new RegExp(`^Select Contact ${number}`) })
    await page.getByText('Contact 000').click()
    await page.getByText('Contact 005').click({ modifiers: ['Shift'] })
    await page.getByText('6 selected').waitFor()
    await box('003').focus()
    await page.keyboard.press('Space')
    await page.getByText('5 selected').waitFor()
    await inspectPage(page, 'contacts-selected')

    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Add tag')
    await page.getByRole('textbox', { name: 'Tag' }).fill('Fair')
    await page.keyboard.press('Enter')
    await page.getByText('5 contacts changed', { exact: true }).waitFor()
    expect(
      (await requestPhone(page, 'GET', '/contacts?search=fair')).items.map(({ name }: Named) =>
        name.slice(0, 11),
      ),
    ).toEqual(['000', '001', '002', '004', '005'].map((number) => `Contact ${number}`))

    await page.getByLabel('All 500').click()
    await act('Share with the workspace')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Share with the workspace' }).click()
    await page.getByText('500 already are as requested').waitFor()
    await inspectPage(page, 'contacts-result')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    await page.getByLabel('All 500').click()
    await box('000').click()
    await page.getByText('499 selected').waitFor()
    await act('Delete contacts')
    await inspectPage(page, 'contacts-delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contacts' }).click()
    await page.getByText('499 contacts deleted', { exact: true }).waitFor()
    expect((await requestPhone(page, 'GET', '/contacts')).total).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 499 contacts restored', { exact: true }).waitFor()
    expect((await requestPhone(page, 'GET', '/contacts')).total).toBe(500)

    await page.getByRole('button', { name: 'Stop selecting', exact: true }).click()
    await page.getByRole('link', { name: 'Contact 001' }).click()
    await page.getByRole('button', { name: 'Delete contact' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contact' }).click()
    await page.getByText(/^Contact 001.* deleted$/).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 1 contact restored', { exact: true }).waitFor()
    expect((await requestPhone(page, 'GET', '/contacts')).total).toBe(500)
  })
}
