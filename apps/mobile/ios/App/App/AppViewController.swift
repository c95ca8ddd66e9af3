import Capacitor

/// The one page of the app, with our own plug-ins beside those of Capacitor.
class AppViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(StorefrontPlugin())
        bridge?.registerPluginInstance(ShareTargetPlugin())
    }
}
