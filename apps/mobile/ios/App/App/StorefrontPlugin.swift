import Capacitor
import StoreKit

/// Tells the app which country's App Store the device is signed in to (ISO 3166-1 alpha-3), which decides what may be offered.
@objc(StorefrontPlugin)
public class StorefrontPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "StorefrontPlugin"
    public let jsName = "Storefront"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "current", returnType: CAPPluginReturnPromise)
    ]

    @objc func current(_ call: CAPPluginCall) {
        Task {
            let storefront = await Storefront.current
            call.resolve(["country": storefront?.countryCode ?? NSNull()])
        }
    }
}
