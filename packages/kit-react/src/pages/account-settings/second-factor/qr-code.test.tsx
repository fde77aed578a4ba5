// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

test('a QR code is black on a white background of its own size in every theme', () => {
  render(<QrCode text="otpauth://totp/Parley?secret=ABC" label="QR code" />)
  const code = screen.getByRole('img', { name: 'QR code' })
  const [background, modules] = code.children

  expect(code.getAttribute('viewBox')).toBe(
    `0 0 ${background?.getAttribute('width')} ${background?.getAttribute('height')}`,
  )
  expect([background?.getAttribute('fill'), modules?.getAttribute('fill')]).toEqual(['white', 'black'])
})
